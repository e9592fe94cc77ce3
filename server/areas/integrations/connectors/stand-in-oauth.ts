import { createHash } from 'node:crypto'
import { newToken } from '#server/platform/ids.ts'
import type { ReceivedRequest, StubResponse } from './stand-in.ts'

/** What tests do to the access that was granted. */
export interface GrantedAccess {
  /** Ends only the access token, early. */
  expire(): void
  /** Ends all access, as when the app is uninstalled. */
  revoke(): void
  /** How many refresh tokens were used. */
  refreshes(): number
}

interface StandInOauth extends GrantedAccess {
  /** The page where the owner approves; here everyone does. */
  consent(request: ReceivedRequest): StubResponse
  /** Tokens for a code or a refresh token; `more` is added to the response. */
  grant(form: URLSearchParams, more?: object): StubResponse
  /** Whether a request carries the current access token. */
  accepts(request: ReceivedRequest): boolean
}

const invalidGrant: StubResponse = { status: 400, body: { error: 'invalid_grant', error_description: 'expired' } }

/** The authorization code flow of a service's stand-in (RFC 6749, PKCE by RFC 7636); refresh tokens stay the same. */
export function createStandInOauth({
  now,
  clientId,
  life_s,
  needsChallenge = false,
}: {
  now: () => number
  clientId: string
  /** Null: the response doesn't say when the access token ends. */
  life_s: number | null
  needsChallenge?: boolean
}): StandInOauth {
  const codes = new Map<string, { redirectUri: string; challenge: string | null }>()
  let access: { token: string; end_ms: number } | null = null
  let refresh: string | null = null
  let refreshes = 0
  const isGranted = (form: URLSearchParams): boolean => {
    if (form.get('grant_type') === 'refresh_token') {
      if (refresh === null || form.get('refresh_token') !== refresh) return false
      refreshes++
      return true
    }
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (form.get('grant_type') !== 'authorization_code' || !code) return false
    if (form.get('redirect_uri') !== code.redirectUri) return false
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    return code.challenge === null || code.challenge === proof
  }
  return {
    consent({ url }) {
      const redirectUri = url.searchParams.get('redirect_uri')
      const challenge = url.searchParams.get('code_challenge')
      const isKnown =
        url.searchParams.get('client_id') === clientId && url.searchParams.get('response_type') !== 'token'
      if (redirectUri === null || !isKnown || (needsChallenge && challenge === null)) return { status: 400 }
      const code = newToken()
      codes.set(code, { redirectUri, challenge })
      const back = new URL(redirectUri)
      back.searchParams.set('code', code)
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      return { status: 302, headers: { location: back.href } }
    },
    grant(form, more = {}) {
      if (!isGranted(form)) return invalidGrant
      access = { token: newToken(), end_ms: life_s === null ? Number.POSITIVE_INFINITY : now() + life_s * 1_000 }
      refresh ??= newToken()
      const expiry = life_s === null ? {} : { expires_in: life_s }
      const body = { access_token: access.token, refresh_token: refresh, token_type: 'bearer', ...expiry, ...more }
      return { status: 200, body }
    },
    accepts: ({ headers }) =>
      access !== null && headers.authorization === `Bearer ${access.token}` && access.end_ms > now(),
    expire: () => void (access = null),
    revoke: () => {
      access = null
      refresh = null
    },
    refreshes: () => refreshes,
  }
}
