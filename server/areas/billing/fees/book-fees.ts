import { e4FromCents } from '#contract/core/money.ts'
import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { AccountName, Book, NewTransfer } from '#server/areas/ledger/book.ts'
import { readFirstTerm } from '#server/areas/pricing/read-cost.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { dayBefore } from '#server/platform/local-dates.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import { lastBoundary } from '../periods/boundaries.ts'
import { planFees, type PlannedFee } from './plan-fees.ts'
import type { FeePayer } from './read-use.ts'

/**
 * A client's days without a fee yet, up to the end of a period: since the last closed period, whatever its
 * length. Null if a later period was already closed, as after a change from weekly to monthly.
 */
export async function openDays(
  tx: Tx,
  { agencyId, clientId }: FeePayer,
  until: string,
): Promise<{ from: string; until: string } | null> {
  const { rows } = await tx.query<{ closed_on: string | null }>(
    `select max(ends_on)::text as closed_on from billing_period
      where agency_id = $1 and payer_id = $2 and ends_on <> $3`,
    [agencyId, clientId, until],
  )
  const closedOn = hasFault('fee-days-twice') ? null : rows[0]!.closed_on
  if (closedOn !== null) return closedOn < until ? { from: closedOn, until } : null
  return { from: lastBoundary(await readFirstTerm(tx, clientId), dayBefore(until)), until }
}

/** Books a client's fees for the period being closed, once and in both legs. */
export async function bookFees(tx: Tx, now_ms: number, payer: FeePayer, endsOn: string): Promise<void> {
  const days = await openDays(tx, payer, endsOn)
  const plan = days ? await planFees(tx, payer, days) : []
  const fees = plan.map((fee) => ({ id: idOf(payer, fee), ...fee }))
  if (fees.length === 0) return
  await tx.query(
    `insert into period_fee (agency_id, id, root_id, client_id, module, kind, is_once, from_on, until_on, retail_cents,
       wholesale_cents, booked_at)
     select $1, fee.id, $2, $3, fee.module, fee.kind, fee.is_once, fee.from_on, fee.until_on, fee.retail, fee.wholesale, $4
       from unnest($5::uuid[], $6::text[], $7::text[], $8::boolean[], $9::date[], $10::date[], $11::bigint[], $12::bigint[])
            as fee (id, module, kind, is_once, from_on, until_on, retail, wholesale)
     returning 1`,
    [
      payer.agencyId,
      payer.rootId,
      payer.clientId,
      dateOf(now_ms),
      fees.map(({ id }) => id),
      fees.map(({ module }) => module),
      fees.map(({ kind }) => kind),
      fees.map(({ isOnce }) => isOnce),
      fees.map(({ from }) => from),
      fees.map(({ until }) => until),
      fees.map(({ retail_cents }) => retail_cents),
      fees.map(({ wholesale_cents }) => wholesale_cents),
    ],
  )
  await postFees(tx, now_ms, payer, fees)
}

const idOf = ({ agencyId, clientId }: FeePayer, { module, kind, isOnce, until }: PlannedFee): string =>
  uuidOf(['period_fee', agencyId, clientId, module, kind, isOnce ? 'once' : until])

async function postFees(
  tx: Tx,
  now_ms: number,
  { rootId, agencyId, clientId }: FeePayer,
  fees: readonly (PlannedFee & { id: string })[],
): Promise<void> {
  const book: Book = { rootId, agencyId }
  const debt: AccountName = { kind: 'client_receivable', clientId }
  const revenue: AccountName = { kind: 'agency_revenue', clientId }
  const payable: AccountName = { kind: 'agency_payable', clientId: null }
  const rootRevenue: AccountName = { kind: 'root_revenue', clientId: null }
  const of = await ensureAccounts(tx, book, now_ms, [debt, revenue, payable, rootRevenue])
  const referenceKind = 'period_fee'
  const transfers = fees.flatMap(({ id, kind, retail_cents, wholesale_cents }): NewTransfer[] => [
    {
      id: uuidOf([kind, 'retail', id]),
      flow: {
        debitAccountId: of(debt),
        creditAccountId: of(revenue),
        kind: `${kind}_retail`,
        referenceKind,
        clientId,
      },
      amount_e4: e4FromCents(retail_cents),
      referenceId: id,
    },
    {
      id: uuidOf([kind, 'wholesale', id]),
      flow: {
        debitAccountId: of(payable),
        creditAccountId: of(rootRevenue),
        kind: `${kind}_wholesale`,
        referenceKind,
        // Has no client id, so that no client sees what its agency pays.
        clientId: null,
      },
      amount_e4: hasFault('fee-in-one-leg') ? 0 : e4FromCents(wholesale_cents),
      referenceId: id,
    },
  ])
  const worth = transfers.filter(({ amount_e4 }) => amount_e4 > 0)
  await postTransfers(tx, book, now_ms, worth)
}
