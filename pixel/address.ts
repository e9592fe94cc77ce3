import { type EmailHash, emailHash } from './email-hash.ts'

/** The page's URL, reduced to what may be sent: campaign parameters of the query, and a route in the fragment. */
export const pageAddress = (): string => {
  const query = location.search.replace(/[?&](?!(utm_\w+|(g|fb|tt)clid|msclkid)=)[^&]*/g, '').replace(/^&/, '?')
  const route = location.hash.replace(/^#[^!/].*|\?.*/, '')
  return location.href.replace(/[?#].*/, '') + query + route
}

/** Takes email hashes from the URL and removes them at once, because the page's other scripts can read it too. */
export const takeEmailHashes = (): EmailHash[] => {
  let hashes: EmailHash[] = []
  const address = location.href.replace(
    /(?:&|([?#]))(?:eh?|h?em|sha1|sha256|email(?:_md5)?|md5)=([^&#]*)/gi,
    (pair, start = '', value) => {
      // Not `decodeURIComponent`: it throws on malformed values, which unrelated parameters of the same name may have.
      const hash = emailHash(unescape(value))
      if (!hash) return pair
      hashes = [...hashes, hash]
      return start
    },
  )
  if (hashes[0]) history.replaceState(history.state, '', address.replace(/([?#])&|[?#](?=#|$)/g, '$1'))
  return hashes
}
