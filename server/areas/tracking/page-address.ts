/** The host of an http(s) URL, anchored at its start: no user name, so that what follows `//` is the host. */
const webAddress = /^https?:\/\/([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?(?=[/?#]|$)/i

const foreignParameter = /[?&](?!(?:utm_\w+|gclid|fbclid|msclkid|ttclid)=)/
const foreignParameters = /[?&](?!(?:utm_\w+|gclid|fbclid|msclkid|ttclid)=)[^&]*/g
const mailAddress = /[^/?&=#](?:@|%40)/i
const mailAddresses = /[^/?&=#]+(?:@|%40)[^/?&=#]*/gi

/** The host name of a URL in lower case without its port, or null if the text is not a URL. */
export const hostOf = (address: string): string | null => webAddress.exec(address)?.[1]?.toLowerCase() ?? null

/**
 * The page's URL in the form that may be stored: of the query only campaign parameters, of the fragment only a route,
 * and without anything that looks like an email address. The pixel already sends it so; hand-written requests may not.
 */
export function cleanAddress(address: string): string {
  let cleaned = address
  const hash = cleaned.indexOf('#')
  if (hash >= 0) {
    const route = cleaned.slice(hash).replace(/^#[^!/].*|\?.*/s, '')
    cleaned = cleanQuery(cleaned.slice(0, hash)) + (route.length > 1 ? route : '')
  } else cleaned = cleanQuery(cleaned)
  return mailAddress.test(cleaned) ? cleaned.replace(mailAddresses, '*') : cleaned
}

function cleanQuery(address: string): string {
  const at = address.indexOf('?')
  if (at < 0) return address
  const query = address.slice(at)
  if (!foreignParameter.test(query)) return address
  return address.slice(0, at) + query.replace(foreignParameters, '').replace(/^&/, '?')
}

/**
 * Which page of a site a URL belongs to: its path, and the route that some sites keep in the fragment, without the
 * parts that change from visit to visit. Empty for the home page, null if the text is not a URL.
 */
export function pageOfAddress(address: string): string | null {
  const found = webAddress.exec(address)
  if (!found) return null
  const [beforeHash = '', hash = ''] = address.slice(found[0].length).split('#', 2)
  const route = /^[!/]/.test(hash) ? `#${withoutEnd(hash)}` : ''
  return withoutEnd(beforeHash) + route
}

/** Without the query and a trailing slash. */
function withoutEnd(path: string): string {
  const at = path.indexOf('?')
  const plain = at < 0 ? path : path.slice(0, at)
  return plain.endsWith('/') ? plain.slice(0, -1) : plain
}
