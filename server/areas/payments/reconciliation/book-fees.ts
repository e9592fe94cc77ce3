import { e4FromCents } from '#contract/core/money.ts'
import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { AccountName } from '#server/areas/ledger/book.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'

/** The gateway's fee for a payment or a refund, or one that it charges an agency separately. */
interface Fee {
  id: string
  account_id: string
  book_agency_id: string
  client_id: string | null
  fee_cents: number
}

const pageSize = 500

/**
 * Books the gateways' fees, once per entry, in the book of the agency whose payment or account they concern. Fees that
 * the operator is charged separately concern no agency and aren't booked.
 */
export async function bookFees(platform: Platform, rootId: string): Promise<void> {
  const scope = { kind: 'root', rootId } as const
  let count: number
  do {
    const rows = await inScope(platform.appPool, scope, (tx) => findFees(tx, rootId), { readOnly: true })
    const failures = await settleEach(platform, 'a fee could not be booked', rows, (fee) =>
      inScope(platform.appPool, scope, (tx) => bookFee(tx, rootId, platform.clock.now(), fee)),
    )
    count = failures === 0 ? rows.length : 0
  } while (count === pageSize)
}

const isUnbooked = `e.fee_cents <> 0 and not e.is_fee_booked`

async function findFees(tx: Tx, rootId: string): Promise<Fee[]> {
  const { rows } = await tx.query<Fee>(
    `select e.id, e.account_id, coalesce(e.book_agency_id, e.agency_id) as book_agency_id, c.client_id, e.fee_cents
       from gateway_entry e
       left join refund r on e.subject_kind = 'refund' and r.agency_id = e.book_agency_id and r.id = e.subject_id
       left join charge c on c.agency_id = e.book_agency_id and c.id = coalesce(r.charge_id, e.subject_id)
      where e.root_id = $1 and ${isUnbooked} and e.state = 'matched' and coalesce(e.book_agency_id, e.agency_id) is not null
      order by e.created_at, e.id limit $2`,
    [rootId, pageSize],
  )
  return rows
}

async function bookFee(tx: Tx, rootId: string, now_ms: number, fee: Fee): Promise<void> {
  const { rowCount } = await tx.query(
    `update gateway_entry e set is_fee_booked = true where e.root_id = $1 and e.id = $2 and ${isUnbooked}`,
    [rootId, fee.id],
  )
  if (rowCount === 0) return
  const book = { rootId, agencyId: fee.book_agency_id }
  const isConnected = fee.account_id !== ''
  const clientId = isConnected ? fee.client_id : null
  const feeAccount: AccountName = { kind: 'gateway_fee', clientId }
  const there: AccountName = { kind: isConnected ? 'agency_clearing' : 'clearing', clientId }
  const isBack = fee.fee_cents < 0
  const accountOf = await ensureAccounts(tx, book, now_ms, [feeAccount, there])
  await postTransfers(tx, book, now_ms, [
    {
      id: uuidOf(['gateway_fee', fee.id]),
      flow: {
        debitAccountId: accountOf(isBack ? there : feeAccount),
        creditAccountId: accountOf(isBack ? feeAccount : there),
        kind: isBack ? 'gateway_fee_returned' : 'gateway_fee',
        referenceKind: 'gateway_entry',
        clientId: null,
      },
      amount_e4: e4FromCents(Math.abs(fee.fee_cents)),
      referenceId: fee.id,
    },
  ])
}
