import { hostOfUrl } from '#contract/core/hosts.ts'

/** Scheme, user name, host and port of a web page's URL. */
const beforePath = /^https?:\/\/[^/?#\\]*/i
/** Browsers send no user name with a page's URL; other programs may. */
const userName = /^(https?:\/\/)[^/?#\\]*@/i

const foreignParameter = /[?&](?!(?:utm_\w+|gclid|fbclid|msclkid|ttclid)=)/
const foreignParameters = /[?&](?!(?:utm_\w+|gclid|fbclid|msclkid|ttclid)=)[^&]*/g
const mailAddress = /[^/?&=#](?:@|%40)/i
const mailAddresses = /[^/?&=#]+(?:@|%40)[^/?&=#]*/gi

/**
 * The page's URL in the form that may be stored: of the query only campaign parameters, of the fragment only a route,
 * and without anything that looks like an email address. The pixel already sends it so; hand-written requests may not.
 */
export function cleanAddress(address: string): string {
  let clean = address.replace(userName, '$1')
  const hash = clean.indexOf('#')
  if (hash >= 0) {
    const route = clean.slice(hash).replace(/^#[^!/].*|\?.*/s, '')
    clean = cleanQuery(clean.slice(0, hash)) + (route.length > 1 ? route : '')
  } else clean = cleanQuery(clean)
  return mailAddress.test(clean) ? clean.replace(mailAddresses, '*') : clean
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
  if (hostOfUrl(address) === null) return null
  const [beforeHash = '', hash = ''] = address.replace(beforePath, '').split('#', 2)
  const route = /^[!/]/.test(hash) ? `#${withoutEnd(hash)}` : ''
  return withoutEnd(beforeHash) + route
}

/** Without the query and a trailing slash. */
function withoutEnd(path: string): string {
  const at = path.indexOf('?')
  const plain = at < 0 ? path : path.slice(0, at)
  return plain.endsWith('/') ? plain.slice(0, -1) : plain
}

/** Ends in a part of a percent code, or in codes of bytes that are no ASCII. */
const cutCode = /%[0-9a-f]?$/i
const lastBytes = /(?:%[89a-f][0-9a-f])+$/i
/** The first bytes of a character. */
const cutCharacter = /^%[c-f][0-9a-f](?:%[89ab][0-9a-f]){0,2}$/i

/** A URL cut to a length, not within a character: `%C3` alone names none, and a reader that decodes it fails. */
export function cutAddress(address: string, maxLength: number): string {
  if (address.length < maxLength) return address
  const text = address.slice(0, maxLength).replace(cutCode, '')
  const bytes = lastBytes.exec(text)?.[0] ?? ''
  // A character has at most four bytes. What decodes nowhere near the end was broken before.
  if (isDecodable(bytes)) return text
  for (let length = 3; length < 12 && length <= bytes.length; length += 3)
    if (cutCharacter.test(bytes.slice(-length)) && isDecodable(bytes.slice(0, -length))) return text.slice(0, -length)
  return text
}

function isDecodable(codes: string): boolean {
  try {
    decodeURIComponent(codes)
    return true
  } catch {
    return false
  }
}
