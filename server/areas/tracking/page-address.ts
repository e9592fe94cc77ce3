/** The host of an http(s) address, anchored at its start: no user name, so that what follows `//` is the host. */
const webAddress = /^https?:\/\/([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?(?=[/?#]|$)/i

const foreignParameter = /[?&](?!(?:utm_\w+|gclid|fbclid|msclkid|ttclid)=)/
const foreignParameters = /[?&](?!(?:utm_\w+|gclid|fbclid|msclkid|ttclid)=)[^&]*/g
const mailAddress = /[^/?&=#](?:@|%40)/i
const mailAddresses = /[^/?&=#]+(?:@|%40)[^/?&=#]*/gi

/** The host name of a web address in lower case without its port, or null where the text is no such address. */
export const hostOf = (address: string): string | null => webAddress.exec(address)?.[1]?.toLowerCase() ?? null

/**
 * The page's address as it may be kept: of the query only campaign parameters, of the fragment only a route, whatever
 * looks like an email address blotted out. The pixel sends it so already; who writes to us by hand may not.
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
 * Which page of a site an address is of: its path, and the route that some sites keep in the fragment, without what
 * changes from visit to visit. Empty for the home page, null where the text is no web address.
 */
export function pageOfAddress(address: string): string | null {
  const found = webAddress.exec(address)
  if (!found) return null
  const [beforeHash = '', hash = ''] = address.slice(found[0].length).split('#', 2)
  const route = /^[!/]/.test(hash) ? `#${withoutEnd(hash)}` : ''
  return withoutEnd(beforeHash) + route
}

/** Without a query and the slash behind a folder. */
function withoutEnd(path: string): string {
  const at = path.indexOf('?')
  const plain = at < 0 ? path : path.slice(0, at)
  return plain.endsWith('/') ? plain.slice(0, -1) : plain
}
