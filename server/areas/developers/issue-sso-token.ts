import { signInScope } from '#contract/core/api-scopes.ts'
import { ssoLife_s, type issueSsoToken } from '#contract/developers/sso.ts'
import { findAccount } from '#server/areas/sign-in/find-account.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { findHost, type HostOwner } from '#server/areas/branding/find-host.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import type { Call } from '#server/platform/call.ts'
import type { Input, OpenHandler } from '#server/platform/http/route.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import { findCredentialById, verifyCredential, type Credential } from './credentials.ts'
import { isAtHome } from './issue-token.ts'
import { maySignIn } from './may-sign-in.ts'

/**
 * A token for one person on one host. A person outside the developer's company and one who does not exist look alike.
 */
export const handleIssueSsoToken: OpenHandler<typeof issueSsoToken> = async ({ body }, call) => {
  const { platform } = call
  const credential = await credentialOf(call, body)
  // Test keys never meet real people.
  if (credential.isTest) throw new Failure('wrong_credentials')
  if (!credential.scopes.includes(signInScope)) throw new Failure('insufficient_scope')
  const hostOwner = await findHost(platform, body.subdomain)
  if (!hostOwner || !isOwnHost(credential, hostOwner)) throw notFound()
  const account = await findAccount(platform, hostOwner, body.email)
  if (!account || !maySignIn(credential, account)) throw notFound()
  const token = newToken()
  await inScope(platform.appPool, { kind: 'root', rootId: credential.rootId }, async (tx) => {
    await tx.query(
      'insert into sso_token (token_hash, credential_id, user_id, host, expires_at) values ($1, $2, $3, $4, $5)',
      [
        hashToken(token),
        credential.id,
        account.userId,
        body.subdomain,
        new Date(machineTime(platform.clock) + ssoLife_s * 1_000),
      ],
    )
    await recordActivity(tx, call, {
      action: 'developer.ssoIssued',
      place: credential,
      target: { kind: 'developer_credential', id: credential.id, name: credential.publicName },
      subjectId: account.userId,
      actor: { userId: credential.id, kind: 'developer' },
    })
  })
  return { token, url: pageAddress(platform.config, body.subdomain, `/sso?token=${token}`), expires_in: ssoLife_s }
}

const isOwnHost = (credential: Credential, hostOwner: HostOwner): boolean =>
  hostOwner.rootId === credential.rootId && isAtHome(credential, hostOwner)

/** From the developer's token, or the credential itself in the body (OQ-29). Counted by credential either way. */
async function credentialOf(call: Call, body: Input<typeof issueSsoToken>['body']): Promise<Credential> {
  const { platform, caller } = call
  if (caller) {
    await call.countAccount(caller.userId)
    const credential = await findCredentialById(platform, caller.rootId, caller.userId)
    if (!credential) throw new Failure('unauthenticated')
    return credential
  }
  const { client_id: name, secret_key: secret } = body
  if (name === undefined || secret === undefined) throw new Failure('unauthenticated')
  const hostOwner = await findHost(platform, call.host)
  const credential = hostOwner && (await verifyCredential(platform, hostOwner.rootId, name, secret))
  if (!credential || !isAtHome(credential, hostOwner)) throw new Failure('wrong_credentials')
  await call.countAccount(name)
  return credential
}
