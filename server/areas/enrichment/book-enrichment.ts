import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { AccountName, Flow, NewTransfer } from '#server/areas/ledger/book.ts'
import { lockFunds, payLeads } from '#server/areas/prepaid/funds.ts'
import { lockPayersShared } from '#server/areas/tenants/lock-companies.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import { uuidOf } from '#server/platform/ids.ts'
import type { EnrichmentRow } from './enrichments.ts'

/** The price of each person on a list. */
export interface Prices {
  retail_e4: number
  wholesale_e4: number
}

/**
 * Books the client's debt to its agency and the agency's debt to the operator: one transfer each, for all people on
 * the list. Their ids derive from the list's id, so it is booked once. Throws `no_funds` if a payment of either
 * company failed, or the agency prepays and its balance is too low.
 */
export async function bookEnrichment(tx: Tx, one: EnrichmentRow, now_ms: number, prices: Prices): Promise<void> {
  const book = { rootId: one.rootId, agencyId: one.agencyId }
  const cost_e4 = prices.wholesale_e4 * one.people
  const funds = await lockFunds(tx, one.agencyId, [])
  if (funds.some(({ isRequired, left_e4 }) => isRequired && left_e4 < cost_e4)) throw new Failure('no_funds')
  await assertPayers(tx, one)
  const names = accountsOf(one.clientId)
  const accountOf = await ensureAccounts(tx, book, now_ms, Object.values(names))
  const flow = (kind: string, debit: AccountName, credit: AccountName, clientId: string | null): Flow => ({
    kind,
    referenceKind: 'enrichment',
    clientId,
    debitAccountId: accountOf(debit),
    creditAccountId: accountOf(credit),
  })
  const transfers: NewTransfer[] = [
    {
      id: uuidOf(['enrichment_retail', one.id]),
      flow: flow('enrichment_retail', names.debt, names.revenue, one.clientId),
      amount_e4: prices.retail_e4 * one.people,
      referenceId: one.id,
    },
    {
      id: uuidOf(['enrichment_wholesale', one.id]),
      // Without a client, because clients must not see what the agency pays.
      flow: flow('enrichment_wholesale', names.cost, names.root, null),
      amount_e4: cost_e4,
      referenceId: one.id,
    },
  ]
  await postTransfers(
    tx,
    book,
    now_ms,
    transfers.filter(({ amount_e4 }) => amount_e4 > 0),
  )
  if (funds.length > 0 && cost_e4 > 0)
    await payLeads(tx, book, now_ms, funds, [{ balanceId: one.agencyId, amount_e4: cost_e4, leads: one.people }])
}

const accountsOf = (clientId: string) =>
  ({
    debt: { kind: 'client_receivable', clientId },
    revenue: { kind: 'agency_revenue', clientId },
    cost: { kind: 'agency_payable', clientId: null },
    root: { kind: 'root_revenue', clientId: null },
  }) satisfies Record<string, AccountName>

/** Until the commit, neither company is removed while it is being charged. */
async function assertPayers(tx: Tx, { agencyId, clientId }: EnrichmentRow): Promise<void> {
  await lockPayersShared(tx, agencyId)
  const { rows } = await tx.query<{ failed: boolean }>(
    `select payment_status = 'failed' as failed from company where id = any($1::uuid[]) and removed_at is null`,
    [[agencyId, clientId]],
  )
  if (rows.length < 2) throw new Failure('conflict', { message: 'A company was removed in the meantime.' })
  if (rows.some(({ failed }) => failed)) throw new Failure('no_funds')
}
