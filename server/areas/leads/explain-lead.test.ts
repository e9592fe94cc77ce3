import { describe, expect, test } from 'vitest'
import { passedStage, reasons } from '#contract/leads/reasons.ts'
import { stagesOfModule } from '#server/areas/campaigns/modules/registry.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Scope } from '#server/platform/database/tx.ts'
import { openPipelineWorld, md5, type PipelineCampaign } from '#server/test/pipeline-world.ts'
import { explainLead, type LeadTrace } from './explain-lead.ts'
import { allStages } from './resolve/stages.ts'

const world = await openPipelineWorld()
const visitReasons = stagesOfModule('local')

const agencyOf = (campaign: PipelineCampaign) => ({ rootId: world.tree.root.id, agencyId: campaign.agencyId })
const explain = (campaign: PipelineCampaign, leadId: string, scope?: Scope): Promise<LeadTrace | null> =>
  inScope(world.db.appPool, scope ?? { kind: 'agency', ...agencyOf(campaign) }, (tx) =>
    explainLead(tx, campaign.agencyId, leadId),
  )
/** Each stage's sentence with its values filled in. */
const detailsOf = (trace: LeadTrace | null): Record<string, string> =>
  Object.fromEntries(
    trace!.passed.flatMap(({ reason, detail }) =>
      detail ? [[reason, detail.text.replace(/\{(\w+)\}/g, (_, name: string) => String(detail.values[name]))]] : [],
    ),
  )

describe('a lead', () => {
  test('lists every stage it passed, in order', async () => {
    expect(
      reasons.filter(
        (reason) =>
          passedStage(reason) !== null &&
          !['privacy_gpc', 'page_excluded', 'too_little_known'].includes(reason) &&
          visitReasons.includes(reason),
      ),
    ).toEqual(
      // `no_earlier_visit` stops only conversions, which aren't leads; page and information stages belong to modules.
      allStages
        .map(({ reason }) => reason)
        .filter((reason) => reason !== 'no_earlier_visit' && visitReasons.includes(reason)),
    )
    const order = visitReasons.filter((reason) => passedStage(reason) !== null)
    const campaign = await world.makeCampaign()
    const { email } = await world.makePerson()
    const { lead_id } = await world.visit(campaign, { hashes: [md5(email)] })
    expect((await explain(campaign, lead_id!))!.passed.map(({ reason }) => reason)).toEqual(order)
  })

  test('shows what was compared, as it was at the time', async () => {
    const campaign = await world.makeCampaign({
      national_targeting: false,
      states: ['IL', 'WI'],
      require_phone: true,
      end_date: '2026-03-31',
      limit_leads: 5,
      reidentification: '1 week',
      reidentification_across_client: true,
    })
    const { email } = await world.makePerson()
    const regions = (codes: string) =>
      world.db.adminPool.query('update brand set forbidden_states = $2 where company_id = $1', [
        campaign.agencyId,
        codes,
      ])
    await regions('{CA,VT}')
    const { lead_id } = await world.visit(campaign, { hashes: [md5(email)] })
    await regions('{}')
    await world.db.adminPool.query(
      `update campaign set states = '{TX}', limit_leads = 1, reidentification = 'never' where id = $1`,
      [campaign.id],
    )
    const trace = await explain(campaign, lead_id!)
    expect(trace).toMatchObject({ matchKey: 'md5', confidence: 0.98 })
    expect(detailsOf(trace)).toMatchObject({
      host_not_allowed: 'plumbright.test',
      no_key: 'MD5',
      no_match: '98%',
      region_forbidden: 'IL. Nobody is identified in CA, VT.',
      email_missing: email,
      phone_missing: '+13125550142',
      address_missing: 'Not required by the campaign',
      outside_target: 'IL, one of IL, WI',
      outside_audience: 'The campaign has no audience rules',
      returning: 'Window: 1 week, over all campaigns of the client. No lead of this person before.',
      not_started: 'Visit on 2026-01-12, start on 2026-01-01 (America/Chicago)',
      ended: 'Visit on 2026-01-12, end on 2026-03-31 (America/Chicago)',
      limit_reached: 'Number 1 of 5 a day',
    })
  })

  test('names the previous lead, and summarizes a long list by its length', async () => {
    const zips = Array.from({ length: 30 }, (_, at) => String(60601 + at))
    const hours = { active_hours: ['mon 11:00-15:00', 'thu 10:00-20:00'], month_cap_cents: 100_000 }
    const campaign = await world.makeCampaign({ reidentification: 'always', national_targeting: false, zips, ...hours })
    const { email } = await world.makePerson()
    await world.visit(campaign, { hashes: [md5(email)] })
    world.clock.advance(3 * 86_400_000)
    const { lead_id } = await world.visit(campaign, { hashes: [md5(email)] })
    // Leads from before every campaign had a limit keep the rules that decided about them.
    await world.db.adminPool.query(
      `update campaign_rules set rules = rules || '{"limitLeads": null}' where campaign_id = $1`,
      [campaign.id],
    )
    const details = detailsOf(await explain(campaign, lead_id!))
    expect(details['returning']).toBe('Window: always. The last lead of this person was on 2026-01-12.')
    expect(details['outside_target']).toBe('60601, one of 60601, 60602, 60603, 60604, 60605 and 25 more')
    expect(details['limit_reached']).toBe('The campaign has no limit')
    expect(details['outside_hours']).toBe('From 10:00 to 20:00 (America/Chicago)')
    expect(details['cap_reached']).toBe('Up to 100000 a month')
  })

  test('shows its transfers with the account balances before and after', async () => {
    const client = { agencyId: world.tree.brightside.id, clientId: world.tree.brightside.clients[0]!.id }
    const campaign = await world.makeCampaign({}, client)
    const ids: string[] = []
    for (const { email } of [await world.makePerson(), await world.makePerson()]) {
      ids.push((await world.visit(campaign, { hashes: [md5(email)] })).lead_id!)
    }
    const { transfers } = (await explain(campaign, ids[1]!))!
    expect(
      transfers.map((one) => [
        [one.debitKind, one.debitBefore_e4, one.debitBalance_e4],
        [one.creditKind, one.creditBefore_e4, one.creditBalance_e4],
      ]),
    ).toEqual([
      [
        ['client_receivable', -12_500, -25_000],
        ['agency_revenue', 12_500, 25_000],
      ],
      [
        ['agency_payable', -5_000, -10_000],
        ['root_revenue', 5_000, 10_000],
      ],
    ])
  })

  test('that is a test passed no stages and cost nothing', async () => {
    const campaign = await world.makeCampaign()
    expect(await explain(campaign, await world.makeTestLead(campaign))).toEqual({
      matchKey: null,
      confidence: null,
      search: null,
      information: null,
      passed: [],
      transfers: [],
    })
  })

  test('is not found by another client, and hides from its own what the agency pays', async () => {
    const campaign = await world.makeCampaign()
    const { email } = await world.makePerson()
    const { lead_id } = await world.visit(campaign, { hashes: [md5(email)] })
    const asClient = (clientId: string): Scope => ({ kind: 'client', ...agencyOf(campaign), clientId })
    expect(await explain(campaign, lead_id!, asClient(world.tree.acme.clients[1]!.id))).toBeNull()
    const trace = await explain(campaign, lead_id!, asClient(campaign.clientId))
    expect(trace!.transfers.map(({ kind }) => kind)).toEqual(['lead_retail'])
    expect(trace!.passed.length).toBeGreaterThan(20)
  })
})
