import { apiScopes, isApiScope, readingScopes, type ApiScope } from '#contract/core/api-scopes.ts'
import type { issueOauthToken } from '#contract/developers/oauth.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { OpenHandler, Input } from '#server/platform/http/route.ts'
import type { Credential } from './credentials.ts'
import { issueToken, tokenLife_ms } from './issue-token.ts'

/** OAuth 2.0 client credentials (RFC 6749, 4.4). A wrong secret, an unknown name and a removed key respond alike. */
export const handleIssueOauthToken: OpenHandler<typeof issueOauthToken> = async ({ body }, call) => {
  const requestedScopes = scopesIn(body.scope)
  const { name, secret } = credentialIn(body, call.raw.request.headers.authorization)
  const { token, scopes } = await issueToken(call, name, secret, (of) => scopesFor(of, requestedScopes))
  return { access_token: token, token_type: 'Bearer', expires_in: tokenLife_ms / 1_000, scope: scopes.join(' ') }
}

/** What is asked for; null for the default. Throws `invalid`. */
function scopesIn(text: string | undefined): readonly ApiScope[] | null {
  const words = (text ?? '').split(' ').filter((word) => word !== '')
  if (words.length === 0) return null
  const unknownWord = words.find((word) => !isApiScope(word))
  if (unknownWord !== undefined) throw invalid('scope', `There is no such scope. There are: ${apiScopes.join(', ')}.`)
  return apiScopes.filter((scope) => words.includes(scope))
}

/** By default, whatever the key may read. Throws `invalid` for more than the key has: its owner chose that. */
function scopesFor(key: Pick<Credential, 'scopes'>, requestedScopes: readonly ApiScope[] | null): readonly ApiScope[] {
  const scopes = requestedScopes ?? key.scopes.filter((scope) => readingScopes.includes(scope))
  if (scopes.length > 0 && scopes.every((scope) => key.scopes.includes(scope))) return scopes
  throw invalid('scope', `This key has these scopes only: ${key.scopes.join(', ')}.`)
}

/** Clients encode both parts as in a form (RFC 6749, 2.3.1); one that does not sends the same, as ours need no encoding. */
function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new Failure('wrong_credentials')
  }
}

const basic = /^Basic ([A-Za-z0-9+/]+={0,2})$/i

/** By HTTP Basic or in the body, but not both (RFC 6749, 2.3). Throws `invalid`, `wrong_credentials`. */
function credentialIn(
  { client_id, client_secret }: Input<typeof issueOauthToken>['body'],
  header: string | undefined,
): { name: string; secret: string } {
  const encoding = header === undefined ? undefined : basic.exec(header)?.[1]
  if (encoding === undefined) {
    if (client_id === undefined) throw invalid('client_id', 'This field is required.')
    if (client_secret === undefined) throw invalid('client_secret', 'This field is required.')
    return { name: client_id, secret: client_secret }
  }
  if (client_secret !== undefined) throw invalid('client_secret', 'Send the credential in one place only.')
  const [name = '', secret = ''] = Buffer.from(encoding, 'base64').toString().split(':').map(decodeForm)
  if (client_id !== undefined && client_id !== name)
    throw invalid('client_id', 'Send the credential in one place only.')
  if (!/^[\w-]{1,100}$/.test(name) || !/^[\w-]{1,100}$/.test(secret)) throw new Failure('wrong_credentials')
  return { name, secret }
}
