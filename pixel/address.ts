import { type EmailHash, emailHash } from './email-hash.ts'

/** The page's address as it may be sent: of the query only campaign parameters, of the fragment only a route. */
export const pageAddress = (): string => {
  const query = location.search.replace(/[?&](?!(utm_\w+|gclid|fbclid|msclkid|ttclid)=)[^&]*/g, '').replace(/^&/, '?')
  const route = location.hash.replace(/^#[^!/].*|\?.*/, '')
  return location.href.split(/[?#]/)[0] + query + route
}

/** Email hashes handed over in the address, which is cleaned of them at once: also the page's other scripts see it. */
export const takeEmailHashes = (): EmailHash[] => {
  const found: EmailHash[] = []
  const cleaned = location.href.replace(
    /(?:&|([?#]))(?:e[mh]?|hem|email(?:_md5)?|md5|sha1|sha256)=([^&#]*)/gi,
    (pair, start = '', value) => {
      // Not `decodeURIComponent`: it throws on what other parameters of the same short name may hold.
      const hash = emailHash(unescape(value))
      if (!hash) return pair
      found.push(hash)
      return start
    },
  )
  if (found[0]) history.replaceState(history.state, '', cleaned.replace(/([?#])&|[?#](?=#|$)/g, '$1'))
  return found
}
