import { expect, test } from 'vitest'
import { simulateCampaign } from '#contract/leads/simulation.ts'
import { openApp } from '#server/test/open-app.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { md5, openPipelineWorld, type PipelineCampaign, type PipelinePerson } from '#server/test/pipeline-world.ts'
import { explainLead } from './explain-lead.ts'

// A Site ID campaign whose leads include more information about people (campaign_information_type).

const world = await openPipelineWorld()
const http = await openApp(world)

const advancedSettings = { module_settings: { sendsInformation: true }, sells_advanced: true, retail_price_e4: 40_000 }
/** A person with this information. */
async function makeKnown(traits: Record<string, string>): Promise<PipelinePerson> {
  const person = await world.makePerson()
  await world.db.adminPool.query(
    'insert into trait (person_id, name, value) select $1, key, value from jsonb_each_text($2)',
    [person.id, traits],
  )
  return person
}
const come = (campaign: PipelineCampaign, { email }: PipelinePerson) => world.visit(campaign, { hashes: [md5(email)] })
const leadOf = async (id: string | null) =>
  (await world.db.adminPool.query('select * from lead where id = $1', [id])).rows[0]

test('an advanced lead includes what is clearly known about the person, at the campaign’s price', async () => {
  const campaign = await world.makeCampaign(advancedSettings)
  const person = await makeKnown({ age_band: '35-44', home: 'Owner', credit_rating_band: 'A', job_title: 'Baker' })
  const { reason, lead_id } = await come(campaign, person)
  expect(reason).toBe('lead')
  expect(await leadOf(lead_id)).toMatchObject({
    retail_price_e4: 40_000,
    information: { age_band: '35-44', home: 'Owner' },
  })
})

test('a person about whom nothing is known becomes no advanced lead, not even in a simulation', async () => {
  const campaign = await world.makeCampaign(advancedSettings)
  for (const person of [await world.makePerson(), await makeKnown({ credit_rating_band: 'A' })])
    expect((await come(campaign, person)).reason).toBe('too_little_known')
  const { body } = await http
    .as(world.tree.acme.owner)
    .call(simulateCampaign, { params: { id: campaign.id, days: '7' } })
  expect(body.data).toMatchObject({ leads: 0, reasons: [{ reason: 'too_little_known', count: 2 }] })
})

test('other Site ID campaigns take everybody and include nothing more; each lead says which kind it was', async () => {
  const person = await makeKnown({ age_band: '35-44' })
  const explain = async (campaign: PipelineCampaign) => {
    const { lead_id } = await come(campaign, person)
    const scope = { kind: 'agency', rootId: world.tree.root.id, agencyId: campaign.agencyId } as const
    const trace = await inScope(world.db.appPool, scope, (tx) => explainLead(tx, campaign.agencyId, lead_id!))
    const { detail } = trace!.passed.find(({ reason }) => reason === 'too_little_known')!
    return [(await leadOf(lead_id)).information, detail?.text, detail?.values]
  }
  expect(await explain(await world.makeCampaign())).toEqual([null, 'Not required by the campaign', {}])
  const [information, text, values] = await explain(await world.makeCampaign(advancedSettings))
  expect([information, values]).toEqual([{ age_band: '35-44' }, { least: 1 }])
  expect(text).toContain('{least}')
})
