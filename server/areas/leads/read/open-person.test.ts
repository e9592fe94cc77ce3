import { beforeEach, describe, expect, test } from 'vitest'
import { addLeadNote } from '#contract/leads/lead-work.ts'
import { getLead } from '#contract/leads/leads.ts'
import { getPerson } from '#contract/leads/person.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { makeDestination } from '#server/test/deliveries-world.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { openApp } from '#server/test/open-app.ts'
import { md5, openPipelineWorld, type PipelineCampaign } from '#server/test/pipeline-world.ts'
import { openPerson } from './open-person.ts'

// The person of a lead, across campaigns and clients (decision 238).

const minute_ms = 60_000
const world = await openPipelineWorld()
const http = await openApp(world)
const { acme, brightside, root, other } = world.tree
const [plumbright, harbor] = acme.clients as [(typeof acme.clients)[0], (typeof acme.clients)[0]]
const ofClient = (client: { id: string }, agencyId = acme.id) => ({ agencyId, clientId: client.id })

/** Two campaigns of one client, one of a second client, one of another agency; all with the same person as a lead. */
let campaigns: PipelineCampaign[]
let person: { id: number; email: string }
let leads: string[]

beforeEach(async () => {
  http.forget()
  world.clock.advance(minute_ms)
  campaigns = [
    await world.makeCampaign({ name: 'Pipes' }),
    await world.makeCampaign({ name: 'Heaters' }),
    await world.makeCampaign({ name: 'Offices' }, ofClient(harbor)),
    await world.makeCampaign({ name: 'Elsewhere' }, ofClient(brightside.clients[0]!, brightside.id)),
  ]
  person = await world.makePerson()
  leads = []
  for (const campaign of campaigns) {
    world.clock.advance(1_000)
    leads.push((await world.visit(campaign, { hashes: [md5(person.email)] })).lead_id!)
  }
})

const open = (user: TestUser, id = leads[0]!) => http.as(user).call(getPerson, { params: { id } })
const personOf = async (user: TestUser, id?: string) => (await open(user, id)).body.data
const campaignsOf = async (user: TestUser, id?: string): Promise<string[]> =>
  (await personOf(user, id)).leads.map((lead) => lead.campaignName)
const run = (text: string, values: unknown[] = []) => world.db.adminPool.query(text, values)
const optOut = (email: string) => run(`insert into opt_out values (decode($1, 'hex'), 'asked', now())`, [md5(email)])

describe('the person of a lead', () => {
  test('is the same from each of their leads, with visits, statuses and prices', async () => {
    await run(`update lead set status = 'won' where id = $1`, [leads[1]])
    const answer = await personOf(acme.admin)
    expect(answer.leads.map(({ campaignName, status, retail_price }) => [campaignName, status, retail_price])).toEqual([
      ['Offices', 'new', 1.25],
      ['Heaters', 'won', 1.25],
      ['Pipes', 'new', 1.25],
    ])
    expect(answer.visits.map((visit) => visit.campaignName)).toEqual(['Offices', 'Heaters', 'Pipes'])
    expect(answer).toMatchObject({ opted_out: false, person: { first_name: 'Ada', email: person.email }, notes: 0 })
    expect(await personOf(acme.admin, leads[2])).toEqual(answer)
  })

  test('has the newest known value of each field, and an address in one piece', async () => {
    await run(
      `update lead set email = null, phone_e164 = '+13125550199', street = null, city = 'Joliet' where id = $1`,
      [leads[2]],
    )
    expect((await personOf(acme.owner)).person).toMatchObject({
      email: person.email,
      phone: '+13125550199',
      street: '',
      city: 'Joliet',
    })
  })

  test('has where the leads were sent', async () => {
    const { clientId, id: campaignId } = campaigns[0]!
    await makeDestination(
      world.db.adminPool,
      { rootId: root.id, agencyId: acme.id, clientId, campaignId },
      'https://a.test',
    )
    const someone = await world.makePerson()
    const lead = (await world.visit(campaigns[0]!, { hashes: [md5(someone.email)] })).lead_id!
    await world.visit(campaigns[1]!, { hashes: [md5(someone.email)] })
    expect((await personOf(acme.owner, lead)).deliveries).toMatchObject([
      { lead_id: lead, campaignName: 'Pipes', target: 'https://a.test', status: 'waiting' },
    ])
  })

  test('has the number of notes, for those who may read them', async () => {
    for (const [user, id] of [
      [acme.owner, leads[2]!],
      [plumbright.user, leads[0]!],
    ] as const)
      await http.as(user).call(addLeadNote, { params: { id }, body: { text: 'Called back' } })
    expect((await personOf(acme.admin)).notes).toBe(2)
    expect((await personOf(plumbright.user)).notes).toBe(1)
    expect((await personOf(root.system)).notes).toBeNull()
  })
})

describe('who sees what of a person', () => {
  test('a client sees its own campaigns’ part, an agency its clients’, the operator that of the lead’s agency', async () => {
    expect(await campaignsOf(plumbright.user)).toEqual(['Heaters', 'Pipes'])
    expect(await campaignsOf(harbor.user, leads[2])).toEqual(['Offices'])
    expect(await campaignsOf(brightside.owner, leads[3])).toEqual(['Elsewhere'])
    expect(await campaignsOf(root.system)).toEqual(['Offices', 'Heaters', 'Pipes'])
    const { raw } = await open(plumbright.user)
    expect(raw.payload).not.toMatch(/wholesale|Offices|Elsewhere/)
  })

  test('the page of a lead says in how many other campaigns they are', async () => {
    const others = async (user: TestUser, id = leads[0]!) =>
      (await http.as(user).call(getLead, { params: { id } })).body.data.other_campaigns
    expect([await others(acme.owner), await others(plumbright.user)]).toEqual([2, 1])
    expect(await others(harbor.user, leads[2])).toBe(0)
    expect(await others(acme.owner, await world.makeTestLead(campaigns[0]!)), 'a test lead').toBeNull()
  })

  test('visits count only at clients who have them as a lead', async () => {
    const full = await world.makeCampaign({ limit_leads: 1, name: 'Full' }, ofClient(harbor))
    await world.visit(full, { hashes: [md5((await world.makePerson()).email)] })
    const someone = await world.makePerson()
    const lead = (await world.visit(campaigns[0]!, { hashes: [md5(someone.email)] })).lead_id!
    const otherVisit = await world.visit(full, { hashes: [md5(someone.email)] })
    expect(otherVisit).toMatchObject({ lead_id: null, person_id: someone.id })
    expect((await personOf(acme.owner, lead)).visits.map((visit) => visit.campaignName)).toEqual(['Pipes'])
  })

  test('phone numbers that an agency hides from a client stay hidden', async () => {
    await run('update company set shows_phone = false where id = $1', [plumbright.id])
    expect((await personOf(plumbright.user)).person!.phone).toBe('')
    expect((await personOf(acme.owner)).person!.phone).toBe('+13125550142')
    await run('update company set shows_phone = true where id = $1', [plumbright.id])
  })

  test('is not found for everybody else, like a test lead, an erased one, and one that does not exist', async () => {
    const absent = await open(acme.admin, '01900000-0000-7000-8000-000000000000')
    expect(absent.status).toBe(404)
    const test_ = await world.makeTestLead(campaigns[0]!, person.id)
    await run('update lead set person_id = null where id = $1', [leads[1]])
    const tries: [TestUser, string][] = [
      [harbor.user, leads[0]!],
      [brightside.owner, leads[0]!],
      [other.system, leads[0]!],
      [acme.owner, leads[3]!],
      [acme.owner, test_],
      [acme.owner, leads[1]!],
    ]
    for (const [user, id] of tries) {
      const { status, body } = await open(user, id)
      expect([status, { ...body, request_id: '' }]).toEqual([404, { ...absent.body, request_id: '' }])
    }
    expect((await open(acme.bareAdmin)).status).toBe(403)
    expect((await open(acme.admin, 'x')).body.field).toBe('id')
  })
})

describe('a person who opted out', () => {
  const nothing = { opted_out: true, person: null, leads: [], visits: [], deliveries: [], notes: null }

  test('is shown as that and no more', async () => {
    await optOut(person.email)
    for (const user of [acme.owner, plumbright.user, root.system]) expect(await personOf(user)).toEqual(nothing)
  })

  test('is so, too, once the identity data has lost them', async () => {
    await optOut(person.email)
    await run('delete from person where id = $1', [person.id])
    expect(await personOf(acme.owner)).toEqual(nothing)
  })
})

test('reads leads, visits and notes by an index of the person or the lead, whatever else there is', async () => {
  const campaign = await makeCampaign(world.db, plumbright)
  const others = Array.from({ length: 3_000 }, (_, n) => ({
    client: plumbright,
    campaign,
    at_ms: world.clock.now() - n,
    personId: 1_000_000 + n,
  }))
  await insertLeads(world.db, acme, others)
  await run('analyze lead')
  const plans: string[] = []
  const scope = { kind: 'agency', rootId: root.id, agencyId: acme.id } as const
  const call = {
    platform: http.platform,
    caller: { kind: 'agencyOwner', agencyId: acme.id, clientId: null },
    object: { agencyId: acme.id },
    inScope: (work: (tx: Tx) => Promise<unknown>) =>
      inScope(world.db.appPool, scope, (tx) => work(explaining(tx, plans))),
  } as unknown as SignedInCall
  expect((await openPerson(leads[0]!, call)).leads).toHaveLength(3)
  const [, ofLeads, ofVisits, ofDeliveries, ofNotes] = plans
  expect(ofLeads).toMatch(/Index Scan using lead_of_person[^]*Index Cond: .*person_id = /)
  expect(plans.join('\n')).not.toMatch(/Seq Scan on (lead|visit|delivery|lead_entry)\b/)
  expect([ofVisits, ofDeliveries, ofNotes].map((plan) => plan !== undefined)).toEqual([true, true, true])
})

/** Runs each query and notes how it would be run without scans of whole tables, which small tables prefer. */
function explaining(tx: Tx, plans: string[]): Tx {
  return {
    ...tx,
    query: async (text: string, values: unknown[]) => {
      await tx.query('set local enable_seqscan = off')
      const { rows } = await tx.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      return tx.query(text, values)
    },
  } as Tx
}
