import { savePersonsAccountState } from '#server/areas/people/public.ts'
import { saveAccountState } from '#server/areas/tenants/public.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Scope, Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { AccountAt, AccountStanding, AccountVersion } from '#server/providers/payments/gateway.ts'

/** Whose account it is: an agency, or one of the sales staff. */
export interface Owner {
  kind: 'agency' | 'sales'
  id: string
  rootId: string
  agencyId: string | null
}

export interface AccountRow {
  gateway: string
  account_id: string
  version: AccountVersion
}

/** As its gateway is asked about it. */
export const accountAt = ({ account_id, version }: AccountRow): AccountAt => ({ accountId: account_id, version })

/** An agency's account under its own scope; that of sales staff, who see no rows by themselves, under the operator's. */
const scopeOf = ({ rootId, agencyId }: Owner): Scope =>
  agencyId === null ? { kind: 'root', rootId } : { kind: 'agency', rootId, agencyId }

export const inOwnersScope = <T>({ appPool }: Platform, owner: Owner, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(appPool, scopeOf(owner), work)

export const agencyOwnerOf = ({ caller, object }: SignedInCall): Owner => {
  const agencyId = object?.agencyId ?? caller.agencyId ?? ''
  return { kind: 'agency', id: agencyId, rootId: caller.rootId, agencyId }
}
export const salesOwnerOf = ({ caller }: SignedInCall): Owner => ({
  kind: 'sales',
  id: caller.userId,
  rootId: caller.rootId,
  agencyId: null,
})

export async function findAccount(tx: Tx, { id }: Pick<Owner, 'id'>): Promise<AccountRow | null> {
  const { rows } = await tx.query<AccountRow>(
    'select gateway, account_id, version from connected_account where owner_id = $1',
    [id],
  )
  return rows[0] ?? null
}

/** Whose an account of a gateway is; null where it is nobody's. Asked by the gateway, which knows no tenants. */
export async function findAccountOwner(
  { appPool }: Platform,
  gateway: string,
  accountId: string,
): Promise<Owner | null> {
  const roots = await appPool.query<{ root_id: string }>('select distinct root_id from host where agency_id is null')
  for (const { root_id: rootId } of roots.rows) {
    const { rows } = await inScope(appPool, { kind: 'root', rootId }, (tx) =>
      tx.query<Owner>(
        `select owner_kind as kind, owner_id as id, root_id as "rootId", agency_id as "agencyId"
           from connected_account where gateway = $1 and account_id = $2`,
        [gateway, accountId],
      ),
    )
    if (rows[0]) return rows[0]
  }
  return null
}

/** Keeps an account that was made, and tells whether it did: of two that were made at the same moment the first stays. */
export async function keepAccount(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  owner: Owner,
  { gateway, account_id, version }: AccountRow,
): Promise<boolean> {
  const now = dateOf(machineTime(clock))
  const { rowCount } = await tx.query(
    `insert into connected_account (owner_id, root_id, agency_id, owner_kind, gateway, account_id, created_at, checked_at, version)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8) on conflict (owner_id) do nothing`,
    [owner.id, owner.rootId, owner.agencyId, owner.kind, gateway, account_id, now, version],
  )
  return rowCount === 1
}

/**
 * Keeps where an account stands, as a reading of it said: not what a later one has been kept over, nor of an account that is not
 * the owner's any more.
 */
export async function keepStanding(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  owner: Owner,
  { reading, standing }: { reading: number; standing: AccountStanding },
): Promise<void> {
  const { rowCount } = await tx.query(
    `update connected_account set checked_at = $2, reading = $4
      where owner_id = $1 and account_id = $3 and reading < $4`,
    [owner.id, dateOf(machineTime(clock)), standing.accountId, reading],
  )
  if (rowCount === 1) await tellOwner(tx, owner, standing)
}

/** Writes where an account stands to its owner, whose sessions read it there. Null: there is none any more. */
async function tellOwner(tx: Tx, owner: Owner, standing: AccountStanding | null): Promise<void> {
  if (owner.kind === 'agency')
    await saveAccountState(tx, owner.id, {
      state: standing?.state ?? null,
      chargesEnabled: standing?.chargesEnabled ?? null,
      payoutsEnabled: standing?.payoutsEnabled ?? null,
      requirements: standing?.requirements.map((one) => one.slice(0, 200)).slice(0, 50) ?? [],
    })
  else await savePersonsAccountState(tx, owner.id, standing?.state ?? null)
}

/** Forgets an account here. */
export async function forgetAccount(tx: Tx, owner: Owner): Promise<void> {
  await tx.query('delete from connected_account where owner_id = $1', [owner.id])
  await tellOwner(tx, owner, null)
}
