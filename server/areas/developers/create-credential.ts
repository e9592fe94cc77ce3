import { apiScopes, dataScopes, type ApiScope } from '#contract/core/api-scopes.ts'
import { credentialLife_days, maxCredentials, type createCredential } from '#contract/developers/credentials.ts'
import { findAccountById } from '#server/areas/sign-in/find-account.ts'
import { noticeByMail } from '#server/areas/sign-in/security-notice.ts'
import { assertNoRecentReset } from '#server/areas/sign-in/reauthenticate.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'
import { hashToken, newId, newPixelKey, newToken } from '#server/platform/ids.ts'
import { baseUrlOf } from './addresses.ts'
import { listCredentials, sealContext } from './credentials.ts'
import { requireDeveloper } from './require-developer.ts'

const day_ms = 86_400_000

/** Creates a credential. Two may work at once, so that a new one can be deployed before the old one is removed. */
export const handleCreateCredential: Handler<typeof createCredential> = async ({ body }, call) => {
  await requireDeveloper(call)
  await assertNoRecentReset(call)
  const account = await findAccountById(call.platform, call.caller.rootId, call.caller.userId)
  if (!account) throw notFound()
  const isTest = body.mode === 'test'
  const scopes = scopesOf(body)
  const [publicName, secret] = [`${isTest ? 'test' : 'dev'}_${newPixelKey()}`, newToken()]
  await call.inScope(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 28))', [call.caller.companyId])
    const live = await listCredentials(tx, call.platform, call.caller.companyId)
    if (live.filter((one) => one.isTest === isTest).length >= maxCredentials) {
      throw new Failure('conflict', { message: 'You already have two keys. Remove one before you create another.' })
    }
    const id = await insertCredential(tx, call, { publicName, secret, isTest, scopes })
    await noticeByMail(tx, call, account, 'developerKeyMade')
    await recordActivity(tx, call, {
      action: 'developer.credentialMade',
      target: { kind: 'developer_credential', id, name: publicName },
      description: `It may use ${scopes.join(', ')}.`,
    })
  })
  return {
    result: 'success',
    message: 'Your key has been created.',
    data: {
      status: 'active',
      base_url: baseUrlOf(call),
      user: { client_id: publicName, secret_key: secret },
    },
  }
}

/** A test key signs nobody in. Without a choice, a key may do everything that its mode allows. */
function scopesOf({ mode, scopes }: Input<typeof createCredential>['body']): readonly ApiScope[] {
  const possible = mode === 'test' ? dataScopes : apiScopes
  if (scopes?.some((scope) => !possible.includes(scope)))
    throw invalid('scopes', 'A test key signs nobody in. Leave out single sign-on.')
  return scopes ? possible.filter((scope) => scopes.includes(scope)) : possible
}

interface NewCredential {
  publicName: string
  secret: string
  isTest: boolean
  scopes: readonly ApiScope[]
}

async function insertCredential(
  tx: Tx,
  { platform, caller }: SignedInCall,
  { publicName, secret, isTest, scopes }: NewCredential,
): Promise<string> {
  const now_ms = machineTime(platform.clock)
  const id = newId(now_ms)
  await tx.query(
    `insert into developer_credential
       (id, root_id, agency_id, company_id, public_name, secret_hash, secret_sealed, created_by, created_at, expires_at,
        is_test, scopes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      caller.rootId,
      caller.agencyId,
      caller.companyId,
      publicName,
      hashToken(secret),
      platform.secrets.seal(secret, sealContext(id, caller.companyId)),
      caller.userId,
      new Date(now_ms),
      new Date(now_ms + credentialLife_days * day_ms),
      isTest,
      scopes,
    ],
  )
  return id
}
