/** What a developer's token may be used for. A token never reaches further than the company that its credential belongs to. */
export const apiScopes = [
  'clients:read',
  'campaigns:read',
  'campaigns:write',
  'leads:read',
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
] as const
export type ApiScope = (typeof apiScopes)[number]
export const isApiScope = (text: string): text is ApiScope => (apiScopes as readonly string[]).includes(text)

/** What a token is for that was asked for without a scope: everything that changes nothing. */
export const readingScopes: readonly ApiScope[] = apiScopes.filter((scope) => scope.endsWith(':read'))

/** The version of the developer API, by date: named by each answer, and refused where a request asks for another one. */
export const apiVersion = '2026-11-22'
export const apiVersionHeader = 'api-version'
