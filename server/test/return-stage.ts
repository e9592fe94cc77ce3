import { beforeEach, expect } from 'vitest'
import { getLead } from '#contract/leads/leads.ts'
import {
  decideReturn,
  listReturns,
  readLeadReturn,
  requestReturn,
  saveReturnRule,
  type ReturnReason,
} from '#contract/returns/returns.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyRefunds } from '#server/areas/billing/refunds/verify-refunds.ts'
import { verifyLeads } from '#server/areas/leads/verify-leads.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { verifyPrepaid } from '#server/areas/prepaid/verify-prepaid.ts'
import { verifyReturns } from '#server/areas/returns/verify-returns.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './factories.ts'
import { balancesOf } from './payments.ts'
import { md5, type PipelineCampaign, type PipelinePerson, type PipelineWorld } from './pipeline-world.ts'
import { openPipeline } from './open-pipeline.ts'

interface Now {
  world: PipelineWorld
  http: TestApp
  campaign: PipelineCampaign
}

const day_ms = 86_400_000

/** Sells leads of a client through the pipeline. */
function salesOf(now: Now) {
  const book = () => ({ rootId: now.world.tree.root.id, agencyId: now.world.tree.acme.id })
  const owner = () => now.world.tree.acme.owner
  const client = () => now.world.tree.acme.clients[0]!
  const inAgency = <T>(work: Parameters<typeof inScope<T>>[2]): Promise<T> =>
    inScope(now.world.db.appPool, { kind: 'agency', ...book() }, work)

  const sell = async (of: { campaign?: PipelineCampaign; person?: PipelinePerson; visitorId?: string } = {}) => {
    const person = of.person ?? (await now.world.makePerson())
    const visit = await now.world.visit(of.campaign ?? now.campaign, {
      hashes: [md5(person.email)],
      ...(of.visitorId && { visitorId: of.visitorId }),
    })
    now.world.clock.advance(1)
    return visit
  }
  const sellLead = async (of: Parameters<typeof sell>[0] = {}): Promise<string> => {
    const { reason, lead_id } = await sell(of)
    expect(reason).toBe('lead')
    return lead_id!
  }
  return { book, owner, client, inAgency, sell, sellLead }
}

/** Every operation on returns, and the ledger. */
function callsOf(now: Now, { owner, client }: Pick<ReturnType<typeof salesOf>, 'owner' | 'client'>) {
  const ask = (id: string, reason: ReturnReason = 'wrong_number', user: TestUser = client().user, detail = '') =>
    now.http.as(user).call(requestReturn, { params: { id }, body: { reason, detail } })
  const list = async (user: TestUser = owner(), query = {}) =>
    (await now.http.as(user).call(listReturns, { params: { companyID: user.companyId }, query })).body
  const findReturn = async (leadId: string) =>
    (await list(owner(), { PerPage: 100 })).data.find((row) => row.lead_id === leadId)!
  const decide = async (leadId: string, decision: 'accept' | 'refuse', answer = '', user: TestUser = owner()) =>
    now.http.as(user).call(decideReturn, {
      body: { companyID: now.world.tree.acme.id, return_id: (await findReturn(leadId)).id, decision, answer },
    })
  const give = async (leadId: string, reason: ReturnReason = 'wrong_number'): Promise<void> => {
    expect((await ask(leadId, reason)).status).toBe(200)
    expect((await decide(leadId, 'accept')).body).toMatchObject({ message: 'The lead was credited.' })
  }
  const obstacleOf = async (id: string, user: TestUser = client().user) =>
    (await now.http.as(user).call(readLeadReturn, { params: { id } })).body.data.obstacle
  const setRule = (rule: Record<string, unknown>, companyID = now.world.tree.acme.id) =>
    now.http.as(owner()).call(saveReturnRule, {
      params: { companyID },
      body: { window_days: 30, share_percent: 100, accepts_itself: 'F', ...rule } as never,
    })
  const problems = async (): Promise<string[]> =>
    (
      await verifyLedger(now.world.db.appPool, [
        verifyLeads,
        verifyReturns,
        verifyCharges,
        verifyRefunds,
        verifyPrepaid,
      ])
    ).flatMap((one) => one.problems)
  const balances = () => balancesOf(now.world.db, now.world.tree.acme.id)
  const kindsOf = async (id: string, user: TestUser = owner()) =>
    (await now.http.as(user).call(getLead, { params: { id } })).body.data.money.transfers.map(({ kind }) => kind)

  return { ask, list, findReturn, decide, give, obstacleOf, setRule, problems, balances, kindsOf }
}

/** Leads of a client that can be returned, sold through a pipeline; each test has its own campaign and month. */
export function useReturnStage() {
  const now = {} as Now
  openPipeline(now)
  beforeEach(async () => {
    for (const table of ['return_rule', 'match_doubt']) await now.world.db.adminPool.query(`delete from ${table}`)
    now.campaign = await now.world.makeCampaign({
      retail_price_e4: 12_500,
      wholesale_price_e4: 5_000,
      reidentification: 'always',
    })
    // Bookings remain after a test, so the next one starts in a month without leads.
    return () => pass(62 * day_ms)
  })
  /** Advances the clock; everybody signs in again, because sessions expire. */
  const pass = (by_ms: number): void => {
    now.world.clock.advance(by_ms)
    now.http.forget()
  }
  const sales = salesOf(now)
  return { now, pass, ...sales, ...callsOf(now, sales) }
}
