import type { issueDeveloperToken } from '#contract/developers/sso.ts'
import { signInScope, type ApiScope } from '#contract/core/api-scopes.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Call } from '#server/platform/call.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { verifyCredential, type Credential } from './credentials.ts'

export const tokenLife_ms = 15 * 60_000

/** Exchanges a credential for a short-lived token. A wrong secret, an unknown name and a removed key respond alike. */
export const handleIssueDeveloperToken: OpenHandler<typeof issueDeveloperToken> = async ({ body }, call) => {
  // This token is only for single sign-on, which signs in real people: its one scope, which no other call accepts.
  if (body.client_id.startsWith('test_')) throw new Failure('wrong_credentials')
  const { token } = await issueToken(call, body.client_id, body.secret_key, () => [signInScope])
  return { access_token: token, token_type: 'Bearer', expires_in: tokenLife_ms / 1_000 }
}

/**
 * A token for scopes that the credential has; `scopesOf` names them once the secret has been checked, since what a key
 * may do is nobody else's to learn. Throws `wrong_credentials`, and `insufficient_scope` if the credential lacks one.
 */
export async function issueToken(
  call: Call,
  name: string,
  secret: string,
  scopesOf: (credential: Credential) => readonly ApiScope[],
): Promise<{ token: string; scopes: readonly ApiScope[] }> {
  const { platform, host } = call
  const hostOwner = await findHost(platform, host)
  const credential = hostOwner && (await verifyCredential(platform, hostOwner.rootId, name, secret))
  if (!credential || !isAtHome(credential, hostOwner)) throw new Failure('wrong_credentials')
  // Only now: a name is not secret, so strangers who know it are counted by their address instead.
  await call.countAccount(name)
  const scopes = scopesOf(credential)
  if (!scopes.every((scope) => credential.scopes.includes(scope))) throw new Failure('insufficient_scope')
  const token = newToken()
  const now_ms = machineTime(platform.clock)
  await inScope(platform.appPool, { kind: 'root', rootId: credential.rootId }, async (tx) => {
    await tx.query(
      'insert into developer_token (token_hash, credential_id, host, expires_at, scopes) values ($1, $2, $3, $4, $5)',
      [hashToken(token), credential.id, host, new Date(now_ms + tokenLife_ms), scopes],
    )
    await tx.query('update developer_credential set last_used_at = $2 where id = $1', [credential.id, new Date(now_ms)])
  })
  return { token, scopes }
}

/** An agency's credential works on its own hosts and on its operator's; never on another agency's. */
export const isAtHome = (credential: Credential, hostOwner: { agencyId: string | null }): boolean =>
  hostOwner.agencyId === null || credential.agencyId === null || credential.agencyId === hostOwner.agencyId
