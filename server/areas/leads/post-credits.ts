import { claimShare, shareAccounts, type Wish } from '#server/areas/allowances/claim-share.ts'
import { reverseClaims } from '#server/areas/allowances/reverse-claims.ts'
import { ensureAccounts, type AccountIds } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { AccountName, Book, NewTransfer } from '#server/areas/ledger/book.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** The credit of a lead, in its clients' leg and in its agency's. */
export interface Credit {
  id: string
  leadId: string
  clientId: string
  retail_e4: number
  wholesale_e4: number
}

/** The last digit of a transfer's id by purpose; the rest comes from the credit's id, which makes booking idempotent. */
const digits = { retail: '1', wholesale: '2', retailReversal: '3', wholesaleReversal: '4' } as const
const transferOf = ({ id }: Pick<Credit, 'id'>, purpose: keyof typeof digits): string =>
  id.slice(0, -1) + digits[purpose]

const receivableOf = (clientId: string): AccountName => ({ kind: 'client_receivable', clientId })
const revenueOf = (clientId: string): AccountName => ({ kind: 'agency_revenue', clientId })

/**
 * Books stored credits: the client's leg at once, and of the agency's leg what its allowance gives back now. The rest waits for the operator.
 * Returns the credits whose agency leg was booked.
 */
export async function postCredits(
  tx: Tx,
  book: Book,
  now_ms: number,
  credits: readonly Credit[],
): Promise<ReadonlySet<string>> {
  if (credits.length === 0) return new Set()
  const accountOf = await accountsOf(tx, book, now_ms, credits)
  const wholesale = await claimShare(tx, book, now_ms, accountOf, await wishesOf(tx, book, credits))
  const creditedIds = new Set(wholesale.map(({ id }) => id))
  const isReturned = (credit: Credit): boolean => creditedIds.has(transferOf(credit, 'wholesale'))
  await holdRest(
    tx,
    book,
    credits.filter((credit) => credit.wholesale_e4 > 0 && !isReturned(credit)),
  )
  await postTransfers(tx, book, now_ms, [...retailOf(accountOf, credits, 'credit'), ...wholesale])
  return new Set(credits.filter(isReturned).map(({ id }) => id))
}

/** The reversal of a change's credits is the original direction again, in the legs that were booked. */
export async function postReversals(
  tx: Tx,
  book: Book,
  now_ms: number,
  changeId: string,
  credits: readonly Credit[],
): Promise<void> {
  if (credits.length === 0) return
  const accountOf = await accountsOf(tx, book, now_ms, credits)
  await reverseClaims(tx, book, now_ms, changeId)
  const [revenue, payable] = shareAccounts
  const flow = {
    kind: 'lead_wholesale_reversal',
    referenceKind: 'lead_credit',
    clientId: null,
    debitAccountId: accountOf(payable!),
    creditAccountId: accountOf(revenue!),
  }
  const wholesale = credits.flatMap((credit) =>
    credit.wholesale_e4 > 0
      ? [
          {
            id: transferOf(credit, 'wholesaleReversal'),
            flow,
            amount_e4: credit.wholesale_e4,
            referenceId: credit.leadId,
          },
        ]
      : [],
  )
  await postTransfers(tx, book, now_ms, [...retailOf(accountOf, credits, 'reversal'), ...wholesale])
}

function accountsOf(tx: Tx, book: Book, now_ms: number, credits: readonly Credit[]): Promise<AccountIds> {
  const clientIds = [...new Set(credits.map(({ clientId }) => clientId))]
  const ofClients = clientIds.flatMap((clientId) => [receivableOf(clientId), revenueOf(clientId)])
  return ensureAccounts(tx, book, now_ms, [...ofClients, ...shareAccounts])
}

function retailOf(accountOf: AccountIds, credits: readonly Credit[], way: 'credit' | 'reversal'): NewTransfer[] {
  const flowOf = (clientId: string) => {
    const [payer, payee] = [accountOf(receivableOf(clientId)), accountOf(revenueOf(clientId))]
    const [debitAccountId, creditAccountId] = way === 'credit' ? [payee, payer] : [payer, payee]
    return { kind: `lead_retail_${way}`, referenceKind: 'lead_credit', clientId, debitAccountId, creditAccountId }
  }
  const flows = new Map([...new Set(credits.map(({ clientId }) => clientId))].map((id) => [id, flowOf(id)]))
  return credits.flatMap((credit) => {
    const id = transferOf(credit, way === 'credit' ? 'retail' : 'retailReversal')
    const { leadId: referenceId, clientId, retail_e4: amount_e4 } = credit
    return amount_e4 > 0 ? [{ id, flow: flows.get(clientId)!, amount_e4, referenceId }] : []
  })
}

interface Cause {
  id: string
  returnId: string | null
  changeId: string | null
  isFree: boolean
  soldAt: Date
  claimedAt: Date
}

/** The claims of credits' agency legs, in the order of the credits. */
async function wishesOf(tx: Tx, { agencyId }: Book, credits: readonly Credit[]): Promise<Wish[]> {
  const charges = credits.filter(({ wholesale_e4 }) => wholesale_e4 > 0)
  if (charges.length === 0) return []
  const { rows } = await tx.query<Cause>(
    `select k.id, k.return_id as "returnId", k.change_id as "changeId", k.by_operator as "isFree", lead.created_at as "soldAt",
            k.credited_at as "claimedAt"
       from lead_credit k join lead on lead.agency_id = $1 and lead.id = k.lead_id
      where k.agency_id = $1 and k.id = any($2::uuid[])`,
    [agencyId, plainArray(charges.map(({ id }) => id))],
  )
  const causes = new Map(rows.map((row) => [row.id, row]))
  return charges.map((credit) => {
    const { returnId, changeId, ...cause } = causes.get(credit.id)!
    return {
      ...cause,
      id: transferOf(credit, 'wholesale'),
      source: returnId === null ? 'exclusion' : 'return',
      causeId: (returnId ?? changeId)!,
      creditId: credit.id,
      amount_e4: credit.wholesale_e4,
      referenceId: credit.leadId,
    }
  })
}

/** The operator is asked for these; until it gives them back, the agency bears them. */
async function holdRest(tx: Tx, { agencyId }: Book, credits: readonly Credit[]): Promise<void> {
  if (credits.length === 0) return
  await tx.query(
    'update lead_credit set wholesale_held = true, wholesale_e4 = 0 where agency_id = $1 and id = any($2::uuid[])',
    [agencyId, plainArray(credits.map(({ id }) => id))],
  )
}
