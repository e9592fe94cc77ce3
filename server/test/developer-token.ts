import { apiScopes, type ApiScope } from '#contract/core/api-scopes.ts'
import { sealContext } from '#server/areas/developers/credentials.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashToken, newId, newPixelKey, newToken } from '#server/platform/ids.ts'
import type { TestUser } from './factories.ts'
import type { TestDatabase } from './harness.ts'

type WithSecrets = Pick<Platform, 'secrets'>

/** A developer API key of a user's company, valid for the whole test. */
export async function makeDeveloperKey(
  db: TestDatabase,
  { secrets }: WithSecrets,
  owner: TestUser,
): Promise<{ id: string; name: string; secret: string }> {
  const id = newId(Date.now())
  const name = `dev_${newPixelKey()}`
  const secret = newToken()
  await db.adminPool.query('update company set api_mode = true where id = $1', [owner.companyId])
  await db.adminPool.query(
    `insert into developer_credential
       (id, root_id, agency_id, company_id, public_name, secret_hash, secret_sealed, created_by, created_at, expires_at,
        scopes)
     values ($1, $2, $3, $4, $5, $6, $8, $7, now() + interval '5 years', now() + interval '20 years', $9)`,
    [
      id,
      owner.rootId,
      owner.agencyId,
      owner.companyId,
      name,
      hashToken(secret),
      owner.id,
      secrets.seal(secret, sealContext(id, owner.companyId)),
      apiScopes,
    ],
  )
  return { id, name, secret }
}

/** Headers of a developer of a user's company, with every scope by default, valid for the whole test. */
export async function makeDeveloper(
  db: TestDatabase,
  platform: WithSecrets,
  owner: TestUser,
  scopes: readonly ApiScope[] = apiScopes,
): Promise<{ authorization: string }> {
  const { id } = await makeDeveloperKey(db, platform, owner)
  const token = newToken()
  await db.adminPool.query(
    `insert into developer_token (token_hash, credential_id, host, expires_at, scopes)
     values ($1, $2, $3, now() + interval '20 years', $4)`,
    [hashToken(token), id, owner.host, scopes],
  )
  return { authorization: `Bearer ${token}` }
}
