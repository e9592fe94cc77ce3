import { timingSafeEqual } from 'node:crypto'
import { apiScopes, type ApiScope } from '#contract/core/api-scopes.ts'
import { machineTime } from '#server/platform/clock.ts'
import { selectPerson, type FoundPerson } from '#server/areas/sign-in/find-person.ts'
import { readOnce } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { TenantPath } from '#server/platform/call.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A working credential. */
export interface Credential extends TenantPath {
  id: string
  publicName: string
  companyId: string
  /** The person who created it. */
  createdBy: string
  secretSealed: string
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
  /** Sees only the sandbox. */
  isTest: boolean
  /** What its tokens may be used for. */
  scopes: readonly ApiScope[]
}

interface Row {
  id: string
  root_id: string
  agency_id: string | null
  client_id: string | null
  company_id: string
  created_by: string
  public_name: string
  secret_hash: Buffer
  secret_sealed: string
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
  is_test: boolean
  scopes: string[]
}

const toCredential = (row: Row): Credential => ({
  id: row.id,
  rootId: row.root_id,
  agencyId: row.agency_id,
  clientId: row.client_id,
  companyId: row.company_id,
  createdBy: row.created_by,
  publicName: row.public_name,
  secretSealed: row.secret_sealed,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  isTest: row.is_test,
  scopes: apiScopes.filter((scope) => row.scopes.includes(scope)),
})

/** Valid: neither removed nor expired, and its company has kept the developer API since it was created (R123). */
const liveText = `
  select d.* from developer_credential d
  join company c on c.id = d.company_id and c.status = 'active' and (c.api_mode or c.kind = 'root')
    and d.created_at >= coalesce(c.api_mode_since, '-infinity')
  where d.revoked_at is null and d.expires_at > $1`

/** A company's credentials, newest first. */
export async function listCredentials(tx: Tx, platform: Platform, companyId: string): Promise<Credential[]> {
  const { rows } = await tx.query<Row>(`${liveText} and d.company_id = $2 order by d.created_at desc`, [
    new Date(machineTime(platform.clock)),
    companyId,
  ])
  return rows.map(toCredential)
}

/** A key has its creator's rights: as with calls, one whose creator was disabled signs nobody in. */
const madeByActive = `${selectPerson('d.created_by')} is not null`

/** Looked up before a scope is known, under the root of the requested host. */
const findUnderRoot = async (
  { appPool, clock }: Platform,
  rootId: string,
  condition: string,
  value: unknown,
): Promise<Row | null> => {
  const values = [new Date(machineTime(clock)), value]
  const { rows } = await readOnce<Row>(
    appPool,
    { kind: 'root', rootId },
    { text: `${liveText} and ${madeByActive} and ${condition}`, values },
  )
  return rows[0] ?? null
}

export async function findCredentialById(platform: Platform, rootId: string, id: string): Promise<Credential | null> {
  const row = await findUnderRoot(platform, rootId, 'd.id = $2', id)
  return row && toCredential(row)
}

/** What a token authorizes, in one statement, because every developer's calls repeat it every few seconds. */
interface TokenRow extends Row {
  token_scopes: string[]
  token_expires_at: Date
  maker: FoundPerson | null
}

const ofTokenText = `
  select d.*, token.scopes as token_scopes, token.expires_at as token_expires_at, ${selectPerson('d.created_by')} as maker
    from developer_token token
    join (${liveText}) d on d.id = token.credential_id
    join host on host.host = token.host and host.root_id = d.root_id and host.verified_at is not null and host.removed_at is null
   where token.token_hash = $2 and token.host = $3 and token.expires_at > $1`

/** The credential that issued a token, with its creator, if host, token, credential and company are still valid. */
export async function findCredentialOfToken(
  platform: Platform,
  rootId: string,
  tokenHash: Buffer,
  host: string,
): Promise<{ credential: Credential; scopes: string[]; expiresAt: Date; maker: FoundPerson | null } | null> {
  const { rows } = await readOnce<TokenRow>(
    platform.appPool,
    { kind: 'root', rootId },
    { name: 'find-developer', text: ofTokenText, values: [new Date(machineTime(platform.clock)), tokenHash, host] },
  )
  const [row] = rows
  return row
    ? { credential: toCredential(row), scopes: row.token_scopes, expiresAt: row.token_expires_at, maker: row.maker }
    : null
}

const nothing = hashToken('')

/** The credential of this name if the secret is right; an unknown name costs the same comparison. */
export async function verifyCredential(
  platform: Platform,
  rootId: string,
  publicName: string,
  secret: string,
): Promise<Credential | null> {
  const row = await findUnderRoot(platform, rootId, 'd.public_name = $2', publicName)
  const isRight = timingSafeEqual(row?.secret_hash ?? nothing, hashToken(secret))
  return row && isRight ? toCredential(row) : null
}

/** What the sealed value is bound to: moved to another row it cannot be decrypted (SEC-10). */
export const sealContext = (credentialId: string, companyId: string): string =>
  `developer_credential.secret_sealed.${credentialId}.${companyId}`

export const openSecret = (platform: Platform, credential: Credential): string =>
  platform.secrets.open(credential.secretSealed, sealContext(credential.id, credential.companyId))
