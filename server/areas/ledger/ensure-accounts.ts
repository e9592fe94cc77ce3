import { dateOf } from '#server/platform/clock.ts'
import { prepareSmall } from '#server/platform/database/prepare-small.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { AccountName, Book } from './book.ts'

/** Returns an account's id by its name. Throws for a name that was not requested. */
export type AccountIds = (name: AccountName) => string

const keyOf = (name: AccountName): string => `${name.kind} ${name.clientId ?? ''}`

/**
 * Creates missing accounts with a balance of 0, and returns the ids of all. Safe to call concurrently. `along` runs queries
 * that don't depend on the result, pipelined with the first lookup.
 */
export async function ensureAccounts(
  tx: Tx,
  book: Book,
  now_ms: number,
  names: readonly AccountName[],
  along: () => Promise<unknown>[] = () => [],
): Promise<AccountIds> {
  const uniqueNames = [...new Map(names.map((name) => [keyOf(name), name])).values()]
  let [ids] = await tx.together(() => [readAccounts(tx, book, uniqueNames), ...along()])
  // In one global order, so that two transactions creating the same accounts never deadlock.
  const missing = uniqueNames.filter((name) => !ids.has(keyOf(name))).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  if (missing.length > 0) {
    await insertAccounts(tx, book, now_ms, missing)
    ids = await readAccounts(tx, book, uniqueNames)
  }
  return (name) => {
    const id = ids.get(keyOf(name))
    if (!id) throw new Error(`Account ${keyOf(name)} was not ensured`)
    return id
  }
}

async function readAccounts(tx: Tx, book: Book, names: readonly AccountName[]): Promise<Map<string, string>> {
  const { rows } = await prepareSmall<{ id: string; kind: AccountName['kind']; clientId: string | null }>(
    tx,
    names.length,
    {
      name: 'find-accounts',
      text: `select a.id, a.kind, a.client_id as "clientId"
         from unnest($2::text[], $3::uuid[]) as wanted (kind, client_id)
         join ledger_account a on a.agency_id = $1 and a.kind = wanted.kind
          and coalesce(a.client_id, a.agency_id) = coalesce(wanted.client_id, $1)`,
      values: [book.agencyId, names.map((name) => name.kind), names.map((name) => name.clientId)],
    },
  )
  return new Map(rows.map((row) => [keyOf(row), row.id]))
}

async function insertAccounts(tx: Tx, book: Book, now_ms: number, names: readonly AccountName[]): Promise<void> {
  await tx.query(
    `insert into ledger_book (agency_id, root_id, created_at) values ($1, $2, $3) on conflict (agency_id) do nothing`,
    [book.agencyId, book.rootId, dateOf(now_ms)],
  )
  await tx.query(
    `insert into ledger_account (agency_id, id, root_id, client_id, kind, created_at)
     select $1, fresh.id, $2, fresh.client_id, fresh.kind, $3
       from unnest($4::uuid[], $5::uuid[], $6::text[]) as fresh (id, client_id, kind)
     on conflict (agency_id, kind, coalesce(client_id, agency_id)) do nothing`,
    [
      book.agencyId,
      book.rootId,
      dateOf(now_ms),
      names.map(() => newId(now_ms)),
      names.map((name) => name.clientId),
      names.map((name) => name.kind),
    ],
  )
}
