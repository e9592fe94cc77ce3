/** Scopes of a developer's token. A token never reaches beyond the company that its credential belongs to. */
export const apiScopes = [
  'clients:read',
  'campaigns:read',
  'campaigns:write',
  'leads:read',
  'leads:write',
  'visits:read',
  'deliveries:read',
  'counts:read',
  'counts:write',
  'exclusions:read',
  'exclusions:write',
  'balances:read',
  'webhooks:read',
  'webhooks:write',
  'usage:read',
  'sso:write',
] as const
export type ApiScope = (typeof apiScopes)[number]
export const isApiScope = (text: string): text is ApiScope => (apiScopes as readonly string[]).includes(text)

/** Signing other people in. Never a default: software that asks for it says so, and only if its key may. */
export const signInScope: ApiScope = 'sso:write'
/** Those of the data, which a test key has in its sandbox; it signs nobody in. */
export const dataScopes: readonly ApiScope[] = apiScopes.filter((scope) => scope !== signInScope)
/** The default scopes of a token, as far as its key has them: all that are read-only. */
export const readingScopes: readonly ApiScope[] = apiScopes.filter((scope) => scope.endsWith(':read'))

/** The developer API's version, a date: sent with each response; requests for any other version are refused. */
export const apiVersion = '2026-11-22'
export const apiVersionHeader = 'api-version'
