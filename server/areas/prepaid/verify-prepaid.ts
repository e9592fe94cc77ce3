import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Verifies an agency's prepaid money: each lot equals its rest plus its uses and was paid for; uses and transfers match
 * one to one; and the rests add up to the account balances. Returns the problems, in words that contain ids only.
 */
export async function verifyPrepaid(tx: Tx, book: Book): Promise<string[]> {
  return [
    ...(await findBrokenLots(tx, book)),
    ...(await findUnbookedUses(tx, book)),
    ...(await findUnpaidLots(tx, book)),
    ...(await findWrongBalances(tx, book)),
  ]
}

async function findBrokenLots(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select l.id from prepaid_lot l
       left join (select lot_id, sum(case when kind in ('return', 'regained') then -amount_e4 else amount_e4 end) as used_e4
                    from prepaid_use where agency_id = $1 group by lot_id) used
         on used.lot_id = l.id
      where l.agency_id = $1 and l.amount_e4 <> l.remaining_e4 + coalesce(used.used_e4, 0) order by 1 limit 100`,
    [agencyId],
  )
  return rows.map(({ id }) => `lot ${id} is not the sum of its remainder and its uses`)
}

async function findUnbookedUses(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select coalesce(u.id, t.id) as id
       from (select id, lot_id, amount_e4, kind from prepaid_use where agency_id = $1) u
       full join (
         select id, reference_id, amount_e4, kind from ledger_transfer
          where agency_id = $1 and reference_kind = 'prepaid_lot') t on t.id = u.id
      where u.lot_id is distinct from t.reference_id or u.amount_e4 is distinct from t.amount_e4
         or t.kind is distinct from 'prepaid_' || u.kind
      order by 1 limit 100`,
    [agencyId],
  )
  return rows.map(({ id }) => `the use ${id} of a lot and its transfer do not match`)
}

async function findUnpaidLots(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select coalesce(l.id, c.id) as id
       from (select id, amount_e4, balance_id from prepaid_lot where agency_id = $1) l
       full join (
         select id, amount_cents, balance_id from charge
          where agency_id = $1 and balance_id is not null and status in ('succeeded', 'settled')) c on c.id = l.id
      where l.amount_e4 is distinct from c.amount_cents * 100 or l.balance_id is distinct from c.balance_id
      order by 1 limit 100`,
    [agencyId],
  )
  return rows.map(({ id }) => `lot ${id} and the charge that paid for it do not match`)
}

async function findWrongBalances(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string | null; kind: string }>(
    `select a.id, coalesce(a.kind, l.kind) as kind
       from (select id, kind, client_id, balance_e4 from ledger_account
              where agency_id = $1 and kind in ('wallet', 'client_prepaid')) a
       full join (
         select case when client_id is null then 'wallet' else 'client_prepaid' end as kind, client_id,
                sum(remaining_e4) as left_e4
           from prepaid_lot where agency_id = $1 group by client_id) l
         on l.kind = a.kind and coalesce(l.client_id, $1) = coalesce(a.client_id, $1)
      where coalesce(a.balance_e4, 0) <> coalesce(l.left_e4, 0) order by 1 limit 100`,
    [agencyId],
  )
  return rows.map(({ id, kind }) => `account ${id ?? ''} (${kind}) does not match what is left of its lots`)
}
