import type { Tx } from '#server/platform/database/tx.ts'
import type { Book } from './book.ts'

/** A finding about a book; contains ids and amounts only. */
export interface Proof {
  accounts: number
  transfers: number
  problems: string[]
}

/**
 * Verifies a book from its rows: each balance is the sum of its transfers, all balances sum to 0, and the running balance on
 * an account's last transfer equals the account's balance. Reads every transfer of the book.
 */
export async function verifyBook(tx: Pick<Tx, 'query'>, book: Book): Promise<Proof> {
  const { rows } = await tx.query<{ id: string; kind: string; balance_e4: number; sum_e4: number }>(
    `select a.id, a.kind, a.balance_e4, coalesce(moved.sum_e4, 0)::bigint as sum_e4
       from ledger_account a
       left join (
         select leg.account_id, sum(leg.e4) as sum_e4
           from ledger_transfer t
          cross join lateral (values (t.debit_account_id, -t.amount_e4), (t.credit_account_id, t.amount_e4))
                as leg (account_id, e4)
          where t.agency_id = $1
          group by leg.account_id
       ) moved on moved.account_id = a.id
      where a.agency_id = $1`,
    [book.agencyId],
  )
  const transfers = await countTransfers(tx, book)
  const problems = rows
    .filter((row) => row.balance_e4 !== row.sum_e4)
    .map((row) => `account ${row.id} (${row.kind}) has balance ${row.balance_e4}, its transfers sum to ${row.sum_e4}`)
  const total_e4 = rows.reduce((sum, row) => sum + row.balance_e4, 0)
  if (total_e4 !== 0) problems.push(`the balances of book ${book.agencyId} add up to ${total_e4}, not 0`)
  problems.push(...(await brokenRunningBalances(tx, book)))
  return { accounts: rows.length, transfers, problems }
}

async function countTransfers(tx: Pick<Tx, 'query'>, book: Book): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from ledger_transfer where agency_id = $1',
    [book.agencyId],
  )
  return rows[0]?.count ?? 0
}

/**
 * Every running balance must follow from another one by its transfer's amount, in whatever order they were written: the
 * balances after an account's transfers, minus their amounts, must be the same numbers with 0 instead of the newest.
 */
async function brokenRunningBalances(tx: Pick<Tx, 'query'>, book: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `with leg as (
       select leg.account_id, leg.after_e4, leg.after_e4 - leg.e4 as before_e4
         from ledger_transfer t
        cross join lateral (values (t.debit_account_id, t.debit_balance_e4, -t.amount_e4),
                                   (t.credit_account_id, t.credit_balance_e4, t.amount_e4))
              as leg (account_id, after_e4, e4)
        where t.agency_id = $1
     ), step as (
       select account_id, after_e4 as e4, 1 as weight from leg
       union all
       select account_id, before_e4, -1 from leg
       union all
       select id, 0, 1 from ledger_account where agency_id = $1
       union all
       select id, balance_e4, -1 from ledger_account where agency_id = $1
     )
     select distinct account_id as id from
       (select account_id from step group by account_id, e4 having sum(weight) <> 0) open_step`,
    [book.agencyId],
  )
  return rows.map((row) => `the running balances of account ${row.id} are inconsistent`)
}
