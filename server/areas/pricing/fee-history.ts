import type { Module } from '#contract/campaigns/modules.ts'
import type { PaymentTerm } from '#contract/companies/selections.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'

type FeeKind = 'platformFee' | 'monthlyMinimum'

/** What a client owes its agency, and what the agency owes its operator, in 1/10,000 dollar. */
interface BothLegs {
  retail_e4: number
  wholesale_e4: number
}

/** A client's fees and payment terms over time. */
export interface FeeHistory {
  /** Whether no fee was ever set. */
  isFree: boolean
  /** The client's first payment term at the end of a local date. */
  termOn: (date: string) => PaymentTerm
  /** The fee in effect just before a moment. */
  feeBefore: (of: { module: Module; term: PaymentTerm; kind: FeeKind; before_ms: number }) => BothLegs
}

interface Row extends Record<FeeKind, number | null> {
  /** Who set it: the client's own, its agency's default, or the operator's default. */
  place: 'own' | 'agency' | 'root'
  module: Module
  term: PaymentTerm
  valid_from: Date
}

interface Client {
  rootId: string
  agencyId: string
  clientId: string
}

/** Reads the history of a client's cost setup. Works in any scope, because the caller has checked the path. */
export const readFeeHistory = (tx: Tx, client: Client): Promise<FeeHistory> =>
  readAsRoot(tx, client.rootId, async () => {
    const { rootId, agencyId, clientId } = client
    const wholesale = await tx.query<Row>(
      `select case when agency_id is null then 'root' else 'agency' end as place, ${columns} from cost_setup
        where root_id = $1 and (agency_id is null or agency_id = $2) order by seq`,
      [rootId, agencyId],
    )
    const retail = await tx.query<Row>(
      `select case when client_id is null then 'agency' else 'own' end as place, ${columns} from retail_cost
        where agency_id = $1 and (client_id is null or client_id = $2) order by seq`,
      [agencyId, clientId],
    )
    const rows = { wholesale: wholesale.rows, retail: retail.rows }
    return {
      isFree: ![...rows.wholesale, ...rows.retail].some((row) => row.platformFee || row.monthlyMinimum),
      termOn: await readTerms(tx, client),
      feeBefore: (of) => ({
        retail_e4: newest(rows.retail, ['own', 'agency'], of),
        wholesale_e4: newest(rows.wholesale, ['agency', 'root'], of),
      }),
    }
  })

/** Whether any fee was ever set for an agency, by the operator or for that agency. Requires the operator's scope. */
export async function readFeeAgencies(tx: Tx, rootId: string): Promise<(agencyId: string) => boolean> {
  const { rows } = await tx.query<{ agency_id: string | null }>(
    `select distinct agency_id from cost_setup where root_id = $1 and ${asksFee}`,
    [rootId],
  )
  const agencies = new Set(rows.map(({ agency_id }) => agency_id))
  return (agencyId) => agencies.has(null) || agencies.has(agencyId)
}

/** Whether an agency ever set a fee for its clients. */
export async function hasRetailFees(tx: Tx, agencyId: string): Promise<boolean> {
  const { rows } = await tx.prepared<{ any: boolean }>(
    'has-retail-fees',
    `select exists (select from retail_cost where agency_id = $1 and ${asksFee}) as any`,
    [agencyId],
  )
  return rows[0]!.any
}

const asksFee = '(platform_fee_cents > 0 or min_cost_month_cents > 0)'

const columns = `module, term, (platform_fee_cents * 100)::float8 as "platformFee",
  (min_cost_month_cents * 100)::float8 as "monthlyMinimum", valid_from`

/** The newest row of the first place that has one: what isn't set there is inherited from the next. */
function newest(
  rows: readonly Row[],
  sources: readonly Row['place'][],
  { module, term, kind, before_ms }: Parameters<FeeHistory['feeBefore']>[0],
): number {
  for (const place of sources) {
    const row = rows.findLast(
      (one) =>
        one.place === place && one.module === module && one.term === term && one.valid_from.getTime() < before_ms,
    )
    const price_e4 = row?.[kind] ?? null
    if (price_e4 !== null) return price_e4
  }
  return 0
}

async function readTerms(tx: Tx, { agencyId, clientId }: Client): Promise<FeeHistory['termOn']> {
  const { rows: now } = await tx.query<{ term: PaymentTerm | null }>(
    'select first_payment_term(payment_terms) as term from company where id = $1',
    [clientId],
  )
  const { rows: changes } = await tx.query<{ changed_on: string; term: PaymentTerm }>(
    `select changed_on::text as changed_on, before_term as term from client_term_change
      where agency_id = $1 and client_id = $2 order by changed_on`,
    [agencyId, clientId],
  )
  // A date on which the term changed counts as the new term's.
  return (date) => changes.find(({ changed_on }) => changed_on > date)?.term ?? now[0]?.term ?? 'Weekly'
}
