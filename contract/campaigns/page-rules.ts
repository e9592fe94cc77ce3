export const mostPageRules = 50
export const longestPageRule = 300

/** Which pages a line of a rule means. */
export interface PageRule {
  /** In lower case; `*.` at its start stands for one or more names in front; null for every host. */
  host: string | null
  /** Begins with a slash; `*` stands for any characters, slashes too. */
  path: string
}

const host = /^(?:\*\.)?(?=[^/]*[a-z0-9])[a-z0-9-]+(?:\.[a-z0-9-]+)+$|^localhost$/
/** What no path of a page's address holds, and two stars or slashes where one is meant. */
const misuse = /[\s\p{Cc}\p{Cs}?#\\]|\*\*|^\/\//u

/** A rule of pages from its text, `/pricing*` or `*.example.com/blog/*`; null where it is none. */
export function pageRuleFrom(text: string): PageRule | null {
  const at = text.indexOf('/')
  if (at < 0 || text.length > longestPageRule) return null
  const path = text.slice(at)
  if (misuse.test(path)) return null
  if (at === 0) return { host: null, path }
  const named = asciiHost(text.slice(0, at))
  return named === null ? null : { host: named, path }
}

/** As browsers write a host in an address; null where it is none. */
function asciiHost(text: string): string | null {
  const stars = text.startsWith('*.') ? '*.' : ''
  const name = text.slice(stars.length)
  if (/[\s\p{Cc}\p{Cs}:@*?#\\%]/u.test(name) || !URL.canParse(`http://${name}/`)) return null
  const { hostname } = new URL(`http://${name}/`)
  const found = stars + hostname
  return found.length <= 255 && host.test(found) ? found : null
}
