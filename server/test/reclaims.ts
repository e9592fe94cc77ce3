import { decideShareClaims, listShareClaims, reportReturnedShares } from '#contract/reclaims/claims.ts'
import { saveShareRule } from '#contract/reclaims/rule.ts'
import { verifyClaims } from '#server/areas/allowances/verify-claims.ts'
import { verifyCharges } from '#server/areas/billing/verify-charges.ts'
import { verifyInvoices } from '#server/areas/billing/invoices/verify-invoices.ts'
import { verifyRefunds } from '#server/areas/billing/refunds/verify-refunds.ts'
import { verifyLeads } from '#server/areas/leads/verify-leads.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { verifyPrepaid } from '#server/areas/prepaid/verify-prepaid.ts'
import { verifyReturns } from '#server/areas/returns/verify-returns.ts'
import type { TestApp } from './app.ts'
import type { TestTree, TestUser } from './factories.ts'
import type { TestDatabase } from './harness.ts'

interface Stage {
  db: TestDatabase
  http: TestApp
  tree: TestTree
}

/** What agency Acme claims of its operator's share. `now` is read at each call. */
export function reclaimsOn(now: () => Stage) {
  const acme = () => now().tree.acme.id
  const operator = () => now().tree.root.system
  const claims = async (user: TestUser = operator()) =>
    (
      await now()
        .http.as(user)
        .call(listShareClaims, { params: { companyID: user.companyId }, query: { PerPage: 100 } })
    ).body.data
  return {
    claims,
    /** The usual limit, as installations without a rule have it. */
    limit: () => now().db.adminPool.query('delete from share_rule'),
    setRule: (rule: Record<string, unknown>, companyID = acme(), user = operator()) =>
      now()
        .http.as(user)
        .call(saveShareRule, {
          params: { companyID },
          body: { is_limited: 'T', share_percent: 10, within_days: 30, ...rule } as never,
        }),
    decide: (decision: 'accept' | 'decline', ids?: string[], user = operator()) =>
      now()
        .http.as(user)
        .call(decideShareClaims, { body: { companyID: acme(), decision, ...(ids && { claims: ids }) } }),
    report: async (user: TestUser = operator()) => {
      const params = { companyID: user.companyId }
      const { data } = (await now().http.as(user).call(reportReturnedShares, { params })).body
      return data.find(({ company_id }) => company_id === acme())!
    },
    /** What came back of the operator's share by the ledger alone, in dollars. */
    async booked(): Promise<number> {
      const { rows } = await now().db.adminPool.query<{ e4: number }>(
        `select coalesce(sum(case when kind in ('lead_wholesale_credit', 'agency_credit') then amount_e4
                   when kind in ('lead_wholesale_reversal', 'agency_credit_undone') then -amount_e4 end), 0)::bigint as e4
           from ledger_transfer where agency_id = $1`,
        [acme()],
      )
      return rows[0]!.e4 / 10_000
    },
    /** The doctor's findings. */
    problems: async (): Promise<string[]> =>
      (
        await verifyLedger(now().db.appPool, [
          verifyLeads,
          verifyCharges,
          verifyInvoices,
          verifyRefunds,
          verifyPrepaid,
          verifyReturns,
          verifyClaims,
        ])
      ).flatMap((one) => one.problems),
    sums: (rows: readonly { state: string; amount: number; leads: number }[]) =>
      Object.fromEntries(
        ['waiting', 'accepted', 'declined', 'withdrawn'].flatMap((state) => {
          const of = rows.filter((row) => row.state === state)
          return of.length === 0 ? [] : [[state, [of.length, of.reduce((sum, { amount }) => sum + amount, 0)]]]
        }),
      ),
  }
}
