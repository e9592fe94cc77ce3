import type { ServiceSlug } from '#contract/integrations/services.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { machineTime } from '#server/platform/clock.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import { newToken } from '#server/platform/ids.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { ServiceFailed, type Oauth } from '../connectors/service.ts'
import { assertOffered, serviceOf } from '../connectors/services.ts'
import { companyOf, type Owner } from './connection-row.ts'
import { sessionWith } from './open-session.ts'
import { connect, patience_ms, serviceFailure } from './save-integration.ts'

const stateLife_ms = 10 * 60_000

/** The OAuth state: encrypted for the session that started the flow, so that no other session can use it. */
const request = z.object({
  companyId: z.uuid(),
  kind: z.string(),
  verifier: z.string(),
  redirectUri: z.url(),
  expires_ms: z.number(),
})

const contextOf = (call: SignedInCall): string => `oauth|state|${call.caller.sessionId}`

function oauthOf(call: SignedInCall, kind: ServiceSlug): Oauth {
  const { oauth } = serviceOf(kind)
  if (!oauth) throw invalid('integration_slug', 'Choose one of the available options.')
  assertOffered(call.platform.config, kind)
  return oauth
}

/** Always the host of the request, which is one of ours: callers can't choose where the code is sent. */
const redirectUriOf = ({ platform, host }: SignedInCall, kind: ServiceSlug): string =>
  pageAddress(platform.config, host, `/integrations/${kind}`)

/** The URL where the account's owner gives consent. */
export function authorizeUrlOf(call: SignedInCall, owner: Owner, kind: ServiceSlug): string {
  const { platform } = call
  const oauth = oauthOf(call, kind)
  const verifier = newToken()
  const redirectUri = redirectUriOf(call, kind)
  const expires_ms = machineTime(platform.clock) + stateLife_ms
  const authorization = { companyId: companyOf(owner), kind, verifier, redirectUri, expires_ms } satisfies z.output<
    typeof request
  >
  return oauth.authorizeUrl(platform.config, {
    redirectUri,
    state: platform.secrets.seal(JSON.stringify(authorization), contextOf(call)),
    challenge: createHash('sha256').update(verifier).digest('base64url'),
  })
}

/** Exchanges the authorization code for tokens and stores the connected account. */
export async function finishAuthorization(
  call: SignedInCall,
  owner: Owner,
  kind: ServiceSlug,
  { code, state }: { code: string; state: string },
): Promise<void> {
  const { platform } = call
  const service = serviceOf(kind)
  const oauth = oauthOf(call, kind)
  const pending = openState(call, state)
  if (pending.companyId !== companyOf(owner) || pending.kind !== kind) throw wrongState()
  try {
    const bare = sessionWith(platform, service, {}, patience_ms, `${kind} connecting`)
    const tokens = await oauth.exchange(bare, { code, redirectUri: pending.redirectUri, verifier: pending.verifier })
    const session = sessionWith(platform, service, tokens, patience_ms, `${kind} connecting`)
    const match = await service.findAccount(session)
    const connection = { account: match.account, credential: { ...tokens, ...match.credential } }
    await call.inScope((tx) => connect(tx, platform, owner, kind, connection))
  } catch (error) {
    if (!(error instanceof ServiceFailed)) throw error
    if (error.answer.cause === 'token_expired') throw new Failure('conflict', { message: consentOver })
    throw serviceFailure(error)
  }
}

function openState(call: SignedInCall, state: string): z.output<typeof request> {
  try {
    const authorization = request.parse(JSON.parse(call.platform.secrets.open(state, contextOf(call))))
    if (authorization.expires_ms > machineTime(call.platform.clock)) return authorization
  } catch {
    // Forged, truncated or from another session: all get the same error.
  }
  throw wrongState()
}

const consentOver = 'Access was denied or has expired. Start again.'
const wrongState = (): Failure => invalid('state', consentOver)
