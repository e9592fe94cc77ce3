// One way to read hosts in every form that URLs and headers may give them (RFC 3986, RFC 9110, the URL standard): upper case,
// international letters, a trailing dot, a port, a user name, IPv6 in brackets. All come out as one text.

/** Plain names, which need no parser: this runs for every hit. The last label of an IP address begins with a digit. */
const plainName = /^(?:[a-z0-9_-]+\.)*[a-z_-][a-z0-9_-]*$/i
const plainUrl = /^https?:\/\/([a-z0-9_.-]+)(?::\d{1,5})?(?=[/?#]|$)/i
const authorityParts = /^(\[[^\]]*\]|[^:@/?#\\\s]+)(?::(\d{1,5})?)?$/

const withoutDot = (name: string): string => (name.endsWith('.') ? name.slice(0, -1) : name)

/** A host name or address in lower case and ASCII, IPv6 in brackets; null if the text is none. */
export function plainHost(text: string): string | null {
  const name = withoutDot(text)
  if (plainName.test(name)) return name.length <= 253 ? name.toLowerCase() : null
  if (/[:@/?#\\\s%]/.test(name.replace(/^\[[^\]]*\]$/, '')) || !URL.canParse(`http://${name}/`)) return null
  const { hostname } = new URL(`http://${name}/`)
  return hostname.length <= 255 && !hostname.includes('..') && !hostname.endsWith('.') ? hostname : null
}

/** The same for a server as people type it: IPv6 without brackets, as sockets take it. */
export function plainServer(text: string): string | null {
  const isBare = text.includes(':') && !text.startsWith('[')
  return plainHost(isBare ? `[${text}]` : text)?.replace(/^\[|\]$/g, '') ?? null
}

interface Authority {
  host: string
  /** Empty if none is named. */
  port: string
}

/** What a `Host` header names; null if that is no host. */
export function readAuthority(text: string): Authority | null {
  const [, hostText = '', port = ''] = authorityParts.exec(text.trim()) ?? []
  const host = hostText === '' ? null : plainHost(hostText)
  return host === null ? null : { host, port }
}

/** The host of an http(s) URL without port and user name, or null if the text is not one. */
export function hostOfUrl(text: string): string | null {
  const name = plainUrl.exec(text)?.[1]
  if (name !== undefined && plainName.test(withoutDot(name))) return withoutDot(name).toLowerCase()
  if (!/^https?:\/\/[^/?#\\\s]/i.test(text) || !URL.canParse(text)) return null
  return plainHost(new URL(text).hostname)
}

const beforePath = /^https?:\/\/[^/?#\\]*/i

/** The path of an http(s) URL as it is written there, at least a slash. */
export const pathOfPage = (text: string): string => /^[^?#]+/.exec(text.replace(beforePath, ''))?.[0] ?? '/'

const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * Whether an `Origin` is the host that a request names. A proxy may add the port on which browsers reached it, while they
 * leave out the usual one; the request does not say by which scheme they came.
 */
export function isOriginOf(origin: string, hostHeader: string | undefined): boolean {
  const request = readAuthority(hostHeader ?? '')
  const [, scheme = '', authority = ''] = /^(https?:)\/\/([^/?#]+)$/i.exec(origin) ?? []
  const page = readAuthority(authority)
  if (!request || !page || page.host !== request.host) return false
  const pagePort = page.port === usualPorts[scheme.toLowerCase()] ? '' : page.port
  const requestPort = request.port === '80' || request.port === '443' ? '' : request.port
  return pagePort === requestPort
}
