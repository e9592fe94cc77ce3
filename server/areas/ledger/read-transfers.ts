import type { Tx } from '#server/platform/database/tx.ts'
import type { AccountKind, Flow } from './book.ts'

/** A transfer as stored. Balances are those of the two accounts right after it. */
export interface Transfer extends Flow {
  id: string
  amount_e4: number
  referenceId: string
  debitKind: AccountKind
  creditKind: AccountKind
  debitBalance_e4: number
  creditBalance_e4: number
  at: Date
}

/** The transfers of one reference, such as a lead, in order. */
export async function readTransfersOf(tx: Tx, agencyId: string, referenceId: string): Promise<Transfer[]> {
  const { rows } = await tx.query<Transfer>(
    `select t.id, t.debit_account_id as "debitAccountId", t.credit_account_id as "creditAccountId", t.amount_e4,
            t.kind, t.reference_kind as "referenceKind", t.reference_id as "referenceId", t.client_id as "clientId",
            t.debit_balance_e4 as "debitBalance_e4", t.credit_balance_e4 as "creditBalance_e4",
            t.created_at as at, debit.kind as "debitKind", credit.kind as "creditKind"
       from ledger_transfer t
       join ledger_account debit on debit.agency_id = t.agency_id and debit.id = t.debit_account_id
       join ledger_account credit on credit.agency_id = t.agency_id and credit.id = t.credit_account_id
      where t.agency_id = $1 and t.reference_id = $2
      order by t.id`,
    [agencyId, referenceId],
  )
  return rows
}
