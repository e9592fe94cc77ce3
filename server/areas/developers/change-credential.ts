import type { removeCredential, revealCredential } from '#contract/developers/credentials.ts'
import { findAccountById } from '#server/areas/sign-in/find-account.ts'
import { noticeByMail } from '#server/areas/sign-in/security-notice.ts'
import { assertNoRecentReset } from '#server/areas/sign-in/reauthenticate.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { forgetCredential } from './authenticate-developer.ts'
import { listCredentials, openSecret, type Credential } from './credentials.ts'
import { requireDeveloper } from './require-developer.ts'

/** One of the caller's company; any other company's looks absent. */
async function findOwn(
  tx: Tx,
  { platform, caller }: SignedInCall,
  companyId: string,
  name: string,
): Promise<Credential> {
  const credentials = companyId === caller.companyId ? await listCredentials(tx, platform, companyId) : []
  const credential = credentials.find(({ publicName }) => publicName === name)
  if (!credential) throw notFound()
  return credential
}

/** Shows a secret again. Each time is logged and emailed; neither contains the secret. */
export const handleRevealCredential: Handler<typeof revealCredential> = async ({ params, body }, call) => {
  const credential = await call.inScope((tx) => findOwn(tx, call, params.companyId, body.client_id))
  await requireDeveloper(call)
  await assertNoRecentReset(call)
  const account = await findAccountById(call.platform, call.caller.rootId, call.caller.userId)
  if (!account) throw notFound()
  await call.inScope(async (tx) => {
    await noticeByMail(tx, call, account, 'developerKeyShown')
    await recordActivity(tx, call, {
      action: 'developer.secretShown',
      target: { kind: 'developer_credential', id: credential.id, name: credential.publicName },
    })
  })
  return {
    result: 'success',
    data: { client_id: credential.publicName, secret_key: openSecret(call.platform, credential) },
  }
}

export const handleRemoveCredential: Handler<typeof removeCredential> = async ({ params }, call) => {
  await call.inScope(async (tx) => {
    const credential = await findOwn(tx, call, params.companyId, params.clientId)
    await tx.query('update developer_credential set revoked_at = $2 where id = $1', [
      credential.id,
      new Date(machineTime(call.platform.clock)),
    ])
    tx.afterCommit(() => forgetCredential(call.platform, credential.id))
    await recordActivity(tx, call, {
      action: 'developer.credentialRemoved',
      target: { kind: 'developer_credential', id: credential.id, name: credential.publicName },
    })
  })
  return { result: 'success', message: 'The key no longer works.' }
}
