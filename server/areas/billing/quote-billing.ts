import type { quoteBilling } from '#contract/billing/manual-bill.ts'
import { centsFromE4, dollarsFromCents, e4FromCents } from '#contract/core/money.ts'
import { readExactlyOwed } from '#server/areas/ledger/read-owed.ts'
import { showQuote, type Offered } from '#server/areas/pricing/quote.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { agencyOf, type Agency } from './agency-of.ts'
import { minCharge_cents, openStatuses } from './charge-states.ts'

/** What payers' open charges already bill. Top-ups don't count, since they bill no booked debt. */
async function readDemanded(
  tx: Tx,
  { agencyId }: Agency,
  clientIds: readonly (string | null)[],
): Promise<(clientId: string | null) => number> {
  const { rows } = await tx.prepared<{ of_id: string; cents: number }>(
    'demanded',
    `select coalesce(client_id, agency_id) as of_id, sum(amount_cents)::bigint as cents from charge
      where agency_id = $1 and coalesce(client_id, agency_id) = any($3::uuid[]) and status = any($2) and balance_id is null
      group by 1`,
    [agencyId, openStatuses, clientIds.map((clientId) => clientId ?? agencyId)],
  )
  const cents = new Map(rows.map((row) => [row.of_id, row.cents]))
  return (clientId) => cents.get(clientId ?? agencyId) ?? 0
}

/** The part of the agency's debt that a client's payment in flight pays. */
export interface ShareInFlight {
  chargeId: string
  fee_cents: number
}

async function readSharesInFlight(tx: Tx, { agencyId }: Agency): Promise<ShareInFlight[]> {
  const { rows } = await tx.query<ShareInFlight>(
    `select charge_id as "chargeId", fee_cents from charge_attempt
      where agency_id = $1 and state in ('sent', 'unknown') and fee_cents > 0 order by charge_id`,
    [agencyId],
  )
  return rows
}

/** Serializes whoever bills an agency's debt: a client's payment can't pay what the agency's charge bills. */
export const lockOwed = (tx: Tx, agencyId: string): Promise<unknown> =>
  tx.query(`select from ledger_account where agency_id = $1 and kind = 'agency_payable' for update`, [agencyId])

/** What an agency or a client owes that no charge bills, in cents; due once manual billing is turned off. */
export const readUndemanded = async (tx: Tx, agency: Agency, clientId: string | null = null): Promise<number> =>
  (await readAllUndemanded(tx, agency, [clientId])).of(clientId)

/** What payers owe that no charge bills, and the shares in flight if one of the payers is the agency itself. */
interface Undemanded {
  of: (clientId: string | null) => number
  /** In 1/10,000 dollar; negative for a payer with a credit. */
  exactly_e4: (clientId: string | null) => number
  inFlight: ShareInFlight[]
}

/** The same for several payers of one agency. */
export async function readAllUndemanded(
  tx: Tx,
  agency: Agency,
  clientIds: readonly (string | null)[],
): Promise<Undemanded> {
  const [owed_e4, billed_cents, inFlight] = await tx.together(() => [
    readExactlyOwed(tx, agency.agencyId, clientIds),
    readDemanded(tx, agency, clientIds),
    clientIds.includes(null) ? readSharesInFlight(tx, agency) : Promise.resolve([]),
  ])
  const inFlight_cents = inFlight.reduce((sum, { fee_cents }) => sum + fee_cents, 0)
  const elsewhere_cents = (clientId: string | null): number =>
    billed_cents(clientId) + (clientId === null ? inFlight_cents : 0)
  return {
    of: (clientId) => Math.max(centsFromE4(owed_e4(clientId)) - elsewhere_cents(clientId), 0),
    exactly_e4: (clientId) => owed_e4(clientId) - e4FromCents(elsewhere_cents(clientId)),
    inFlight,
  }
}

/** 0 below the card minimum: such a charge would be declined, and the agency would count as not paying. */
async function readChargeable(tx: Tx, agency: Agency): Promise<number> {
  const cents = await readUndemanded(tx, agency)
  return cents < minCharge_cents ? 0 : cents
}

/** What an operator is shown and accepts: for a settlement, what stays due afterwards. */
export async function billingOffer(tx: Tx, agency: Agency, purpose: 'manual_bill' | 'settlement'): Promise<Offered> {
  const amount_cents =
    purpose === 'manual_bill' ? await readChargeable(tx, agency) : (await readDemanded(tx, agency, [null]))(null)
  const payer = { companyId: agency.agencyId, ...agency, clientId: null }
  return { purpose, payer, amount_cents, terms: [] }
}

export const handleQuoteBilling: Handler<typeof quoteBilling> = async ({ params }, call) => {
  const agency = agencyOf(call)
  const offer = await call.inScope((tx) => billingOffer(tx, agency, params.purpose))
  const quote_id = await showQuote(call, offer)
  return { result: 'success', data: { quote_id, amount: dollarsFromCents(offer.amount_cents) } }
}
