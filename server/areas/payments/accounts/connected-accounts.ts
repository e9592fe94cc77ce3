import { savePersonsAccountState } from '#server/areas/people/save-account-state.ts'
import { saveAccountState } from '#server/areas/tenants/save-account-state.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Scope, Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { AccountAt, AccountStatus, AccountVersion } from '#server/providers/payments/gateway.ts'

/** The account's owner: an agency or a sales person. */
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

/** The account as requests to its gateway name it. */
export const accountAt = ({ account_id, version }: AccountRow): AccountAt => ({ accountId: account_id, version })

/** An agency's account is read in its own scope; a sales person's in the operator's, since sales staff see no rows. */
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

const accountOwners = `select owner_kind as kind, owner_id as id, root_id as "rootId", agency_id as "agencyId"
   from connected_account where gateway = $1 and account_id = $2`

/** Also the last owner of an account that was disconnected here: it stays known by the money that went through it. */
const connectedOrFormer = `
  select kind, id, "rootId", "agencyId" from (
    select 1 as place, found.* from (${accountOwners}) found
    union all
    (select 2, 'agency', agency_id, root_id, agency_id from charge_attempt
      where gateway = $1 and account_id = $2 limit 1)
    union all
    (select 2, 'sales', user_id, root_id, null from commission_payout
      where gateway = $1 and account_id = $2 limit 1)) owner
   order by place limit 1`

/** The owner of a gateway account, or null. Searches every operator, because gateway events carry no tenant. */
export const findAccountOwner = (platform: Platform, gateway: string, accountId: string): Promise<Owner | null> =>
  findOwner(platform, accountOwners, gateway, accountId)

/** The same for what happens at an account whether or not it is still connected. */
export const findPresentOrFormerOwner = (
  platform: Platform,
  gateway: string,
  accountId: string,
): Promise<Owner | null> => findOwner(platform, connectedOrFormer, gateway, accountId)

async function findOwner(
  { appPool }: Platform,
  text: string,
  gateway: string,
  accountId: string,
): Promise<Owner | null> {
  const roots = await appPool.query<{ root_id: string }>('select distinct root_id from host where agency_id is null')
  for (const { root_id: rootId } of roots.rows) {
    const { rows } = await inScope(appPool, { kind: 'root', rootId }, (tx) =>
      tx.query<Owner>(text, [gateway, accountId]),
    )
    if (rows[0]) return rows[0]
  }
  return null
}

/** Stores a newly created account. Returns false if a concurrent call stored one first; that one stays. */
export async function storeAccount(
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
 * Stores an account's status as of a reading. Ignores the reading, and returns false, if a later one has been stored, or if the account no
 * longer belongs to the owner.
 */
export async function saveAccountStatus(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  owner: Owner,
  { reading, standing }: { reading: number; standing: AccountStatus },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update connected_account set checked_at = $2, reading = $4
      where owner_id = $1 and account_id = $3 and reading < $4`,
    [owner.id, dateOf(machineTime(clock)), standing.accountId, reading],
  )
  if (rowCount !== 1) return false
  await copyStatusToOwner(tx, owner, standing)
  return true
}

/** Copies an account's status to its owner's row, which sessions read. Null means that there is no account any more. */
async function copyStatusToOwner(tx: Tx, owner: Owner, standing: AccountStatus | null): Promise<void> {
  if (owner.kind === 'agency')
    await saveAccountState(tx, owner.id, {
      state: standing?.state ?? null,
      chargesEnabled: standing?.chargesEnabled ?? null,
      payoutsEnabled: standing?.payoutsEnabled ?? null,
      requirements: standing?.requirements.map((one) => one.slice(0, 200)).slice(0, 50) ?? [],
    })
  else await savePersonsAccountState(tx, owner.id, standing?.state ?? null)
}

/** Deletes the account's row here and clears the status on its owner. */
export async function removeAccount(tx: Tx, owner: Owner): Promise<void> {
  await tx.query('delete from connected_account where owner_id = $1', [owner.id])
  await copyStatusToOwner(tx, owner, null)
}
