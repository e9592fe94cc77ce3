/** What a developer's token may be used for. A token never reaches further than the company that its credential belongs to. */
export const apiScopes = ['clients:read', 'campaigns:read', 'leads:read'] as const
export type ApiScope = (typeof apiScopes)[number]
export const isApiScope = (text: string): text is ApiScope => (apiScopes as readonly string[]).includes(text)

/** The version of the developer API, by date: named by each answer, and refused where a request asks for another one. */
export const apiVersion = '2026-11-22'
export const apiVersionHeader = 'api-version'
