import { prepareSmall } from '#server/platform/database/prepare-small.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { AccountIds } from '#server/areas/ledger/ensure-accounts.ts'
import type { AccountName, Book, Flow, NewTransfer } from '#server/areas/ledger/book.ts'
import { payLeads, type Cost, type Funds } from '#server/areas/prepaid/funds.ts'
import { lockPayersShared } from '#server/areas/tenants/lock-companies.ts'
import { Failure } from '#server/platform/failure.ts'
import type { LeadDecision } from './write-leads.ts'

const receivableOf = (clientId: string): AccountName => ({ kind: 'client_receivable', clientId })
/** One account per client, so that a client who sees the transfer can't infer other clients' amounts from its balance. */
const revenueOf = (clientId: string): AccountName => ({ kind: 'agency_revenue', clientId })
const cost: AccountName = { kind: 'agency_payable', clientId: null }
const rootRevenue: AccountName = { kind: 'root_revenue', clientId: null }

/**
 * Charges leads in the transaction that creates them: what the client owes the agency, and what the agency owes the root. The
 * wholesale transfer has no client id, so clients never see it. A price of 0 creates no transfer. Prepaid balances are used
 * immediately.
 */
export async function chargeLeads(
  tx: Tx,
  book: Book,
  now_ms: number,
  leads: readonly LeadDecision[],
  funds: readonly Funds[],
): Promise<void> {
  const clientIds = [...new Set(leads.map(({ candidate }) => candidate.event.clientId))]
  const names = clientIds.flatMap((clientId) => [receivableOf(clientId), revenueOf(clientId)])
  await payLeads(tx, book, now_ms, funds, costsOf(book, leads), {
    hold: () => assertPayers(tx, book, clientIds),
    accounts: [...names, cost, rootRevenue],
    transfersWith: (accountOf) => transfersOf(leads, clientIds, accountOf),
  })
}

/** The retail and wholesale transfers of each lead. */
function transfersOf(
  leads: readonly LeadDecision[],
  clientIds: readonly string[],
  accountOf: AccountIds,
): NewTransfer[] {
  const wholesale: Flow = {
    kind: 'lead_wholesale',
    referenceKind: 'lead',
    clientId: null,
    debitAccountId: accountOf(cost),
    creditAccountId: accountOf(rootRevenue),
  }
  const retailOf = new Map(clientIds.map((clientId): [string, Flow] => [clientId, retailFlow(clientId, accountOf)]))
  const transfers: NewTransfer[] = []
  for (const { leadId, candidate } of leads) {
    const { campaign, event } = candidate
    const add = (digit: string, flow: Flow, price_e4: number): void => {
      if (price_e4 > 0)
        transfers.push({ id: transferId(leadId, digit), flow, amount_e4: price_e4, referenceId: leadId })
    }
    add('1', retailOf.get(event.clientId)!, campaign.retailPrice_e4)
    add('2', wholesale, campaign.wholesalePrice_e4)
  }
  return transfers
}

/** The cost by prepaid balance: the agency's wallet, and the client's balance for each campaign. */
function costsOf({ agencyId }: Book, leads: readonly LeadDecision[]): Cost[] {
  const costs = new Map<string, Cost>()
  const add = (balanceId: string, price_e4: number): void => {
    const cost = costs.get(balanceId) ?? { balanceId, amount_e4: 0, leads: 0 }
    cost.amount_e4 += price_e4
    cost.leads += 1
    costs.set(balanceId, cost)
  }
  for (const { campaign } of leads.map(({ candidate }) => candidate)) {
    add(agencyId, campaign.wholesalePrice_e4)
    add(campaign.id, campaign.retailPrice_e4)
  }
  return [...costs.values()]
}

/**
 * Until the commit, no paying company is removed while it is being charged. If one was removed first, the batch is rolled
 * back; the retry no longer finds its campaigns. Both statements are sent together.
 */
async function assertPayers(tx: Tx, { agencyId }: Book, clientIds: readonly string[]): Promise<void> {
  const ids = [agencyId, ...clientIds]
  const [, { rowCount }] = await Promise.all([
    lockPayersShared(tx, agencyId),
    prepareSmall(tx, ids.length, {
      name: 'find-payers',
      text: 'select from company where id = any($1::uuid[]) and removed_at is null',
      values: [ids],
    }),
  ])
  if (rowCount !== ids.length) throw new Failure('conflict', { message: 'A company was removed in the meantime.' })
}

const retailFlow = (clientId: string, accountOf: AccountIds): Flow => ({
  kind: 'lead_retail',
  referenceKind: 'lead',
  clientId,
  debitAccountId: accountOf(receivableOf(clientId)),
  creditAccountId: accountOf(revenueOf(clientId)),
})

/** Derives a transfer id from the lead id by replacing its last digit, which makes charging a lead idempotent. */
const transferId = (leadId: string, digit: string): string => leadId.slice(0, -1) + digit
