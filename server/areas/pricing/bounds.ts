import { modules, type Module } from '#contract/campaigns/modules.ts'
import { dollarsFromE4, e4FromText } from '#contract/core/money.ts'
import type { RetailLine, ShownBounds } from '#contract/pricing/retail.ts'
import { paymentTerms, type PaymentTerm } from '#contract/companies/selections.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'

/** The default limits of a new campaign. */
export interface LimitSetup {
  /** 0: the usual limit. */
  leads: number
  period: 'day' | 'week' | 'month' | 'total'
  /** Local dates; null for none. */
  start: string | null
  end: string | null
}

/** What bounds a client's campaigns, as set by the client or its agency; null for what was never set. */
interface Bounds {
  /** In 1/10,000 dollar; 0: none. */
  max_e4: number | null
  limit: LimitSetup | null
}

export interface BoundSetup {
  own: (module: Module, term: PaymentTerm) => Bounds
  agency: (module: Module, term: PaymentTerm) => Bounds
}

interface Row {
  companyId: string
  module: Module
  term: PaymentTerm
  max_e4: number | null
  leads: number | null
  period: LimitSetup['period']
  start: string | null
  end: string | null
}

type Sold = { rootId: string; agencyId: string; clientId: string | null }

/** The bounds of a client, or of its agency alone if no client is given, as far as the scope sees them. */
export async function readBounds(tx: Tx, { agencyId, clientId }: Omit<Sold, 'rootId'>): Promise<BoundSetup> {
  const { rows } = await tx.query<Row>(
    `select company_id as "companyId", module, term, max_cost_per_lead_e4::float8 as max_e4, limit_leads as leads,
       limit_period as period, limit_start as start, limit_end as "end"
     from retail_bound where agency_id = $1 and company_id in ($1, $2)`,
    [agencyId, clientId],
  )
  const among = (companyId: string) => (module: Module, term: PaymentTerm) =>
    boundsIn(rows.find((row) => row.companyId === companyId && row.module === module && row.term === term))
  return { own: among(clientId ?? agencyId), agency: among(agencyId) }
}

const boundsIn = (row: Row | undefined): Bounds => ({
  max_e4: row?.max_e4 ?? null,
  limit: row && row.leads !== null ? { leads: row.leads, period: row.period, start: row.start, end: row.end } : null,
})

const maxStandardLeads = 100
const maxStandardDay_e4 = 10_000_000

/**
 * The limit of a new campaign if nobody has set one: 100 leads a day, or as many as $1,000 buys. It caps what visitors,
 * real or fake, can cost before somebody notices.
 */
export const standardLimit = (price_e4: number): LimitSetup => ({
  leads: Math.max(1, Math.min(maxStandardLeads, price_e4 === 0 ? Infinity : Math.floor(maxStandardDay_e4 / price_e4))),
  period: 'day',
  start: null,
  end: null,
})

const usualLimit: LimitSetup = { leads: 0, period: 'day', start: null, end: null }

/** The effective bound: the client's own, else its agency's. */
export const maxOf = ({ own, agency }: BoundSetup, module: Module, term: PaymentTerm): number =>
  own(module, term).max_e4 ?? agency(module, term).max_e4 ?? 0
export const limitOf = ({ own, agency }: BoundSetup, module: Module, term: PaymentTerm): LimitSetup =>
  own(module, term).limit ?? agency(module, term).limit ?? usualLimit

/** The bounds to store for a line of C050, without inherited values. Throws `invalid` if the days are out of order. */
export function changedBounds(setup: BoundSetup, line: RetailLine, path: string): Bounds {
  const { module, paymentTerm: term } = line
  const was = setup.own(module, term)
  const typed_e4 = line.maxPrice === undefined ? null : e4FromText(String(line.maxPrice))
  const isOther = typed_e4 !== null && typed_e4 !== maxOf(setup, module, term)
  const max_e4 = isOther ? typed_e4 : was.max_e4
  const before = limitOf(setup, module, term)
  const limit: LimitSetup = {
    leads: line.leadLimit ?? before.leads,
    period: line.limitPeriod === undefined ? before.period : periodOf(line.limitPeriod),
    start: line.firstDay === undefined ? before.start : line.firstDay || null,
    end: line.lastDay === undefined ? before.end : line.lastDay || null,
  }
  if (limit.start !== null && limit.end !== null && limit.end < limit.start)
    throw invalid(`${path}.lastDay`, 'The last day must not be before the first.')
  const isSame = (Object.keys(limit) as (keyof LimitSetup)[]).every((key) => limit[key] === before[key])
  return { max_e4, limit: isSame ? was.limit : limit }
}

const periodOf = (frequency: NonNullable<RetailLine['limitPeriod']>): LimitSetup['period'] =>
  frequency === 'max' ? 'total' : frequency

export async function saveBounds(
  tx: Tx,
  { rootId, agencyId, clientId }: Sold,
  { module, term }: { module: Module; term: PaymentTerm },
  { max_e4, limit }: Bounds,
): Promise<void> {
  await tx.query(
    `insert into retail_bound (root_id, agency_id, client_id, company_id, module, term, max_cost_per_lead_e4, limit_leads,
       limit_period, limit_start, limit_end)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (agency_id, company_id, module, term) do update set max_cost_per_lead_e4 = $7, limit_leads = $8,
       limit_period = $9, limit_start = $10, limit_end = $11`,
    [
      rootId,
      agencyId,
      clientId,
      clientId ?? agencyId,
      module,
      term,
      max_e4,
      limit?.leads ?? null,
      limit?.period ?? 'day',
      limit?.start ?? null,
      limit?.end ?? null,
    ],
  )
}

export const frequencyOf = (period: LimitSetup['period']): 'day' | 'week' | 'month' | 'max' =>
  period === 'total' ? 'max' : period

const presentPlace = (setup: BoundSetup, module: Module, term: PaymentTerm): ShownBounds['Weekly']['local'] => {
  const { leads, period, start, end } = limitOf(setup, module, term)
  return {
    maxPrice: dollarsFromE4(maxOf(setup, module, term)),
    leadLimit: leads,
    limitPeriod: frequencyOf(period),
    firstDay: start ?? '',
    lastDay: end ?? '',
  }
}

export const presentBounds = (setup: BoundSetup): ShownBounds =>
  Object.fromEntries(
    paymentTerms.map((term) => [
      term,
      Object.fromEntries(modules.map((module) => [module, presentPlace(setup, module, term)])),
    ]),
  ) as ShownBounds

/** The message for the maximum, the counterpart of T118 for the minimum. */
export const maximumText = (max_e4: number): string => `*Cost Per Lead Maximum ${dollarsFromE4(max_e4)}`
