/** Parses a Cookie header. The first of two cookies with the same name wins: browsers send the most specific first. */
export function readCookies(header: string | undefined): Record<string, string | undefined> {
  const cookies: Record<string, string | undefined> = Object.create(null) as Record<string, string | undefined>
  if (!header || header.length > 8_192) return cookies
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at < 1) continue
    const name = part.slice(0, at).trim()
    cookies[name] ??= part.slice(at + 1).trim()
  }
  return cookies
}

/**
 * The name of a cookie on the wire. `__Host-` binds it to exactly this host and to TLS; without TLS (a developer's
 * machine) browsers would refuse such a cookie, so it gets its plain name.
 */
const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

/** A Set-Cookie header value for a cookie that scripts and other sites never see. A max age of 0 removes it. */
export const cookieText = (name: string, value: string, options: { maxAgeSeconds: number; secure: boolean }): string =>
  `${cookieName(name, options.secure)}=${value}; Path=/; Max-Age=${options.maxAgeSeconds}; HttpOnly; SameSite=Strict` +
  (options.secure ? '; Secure' : '')

/** Cookies by their plain names; those with the other naming scheme are ignored. */
export function namedCookies(header: string, secure: boolean): Record<string, string | undefined> {
  const cookies = readCookies(header)
  const prefix = cookieName('', secure)
  const values: Record<string, string | undefined> = {}
  for (const name of Object.keys(cookies)) {
    if (name.startsWith('__Host-') === secure) values[name.slice(prefix.length)] = cookies[name]
  }
  return values
}
