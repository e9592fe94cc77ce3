import { plainHost } from '../core/hosts.ts'

export const maxPageRules = 50
export const longestPageRule = 300

/** The pages that a line of a rule matches. */
export interface PageRule {
  /** In lower case; a leading `*.` stands for one or more subdomain labels; null matches every host. */
  host: string | null
  /** Begins with a slash; `*` matches any characters, including slashes. */
  path: string
}

const host = /^(?:\*\.)?(?=[^/]*[a-z0-9])[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$|^localhost$/
/** Characters that a URL path cannot contain, and doubled stars or leading slashes. */
const misuse = /[\s\p{Cc}\p{Cs}?#\\]|\*\*|^\/\//u

/** Parses a page rule, `/pricing*` or `*.example.com/blog/*`; null if invalid. */
export function pageRuleFrom(text: string): PageRule | null {
  const at = text.indexOf('/')
  if (at < 0 || text.length > longestPageRule) return null
  const path = text.slice(at)
  if (misuse.test(path)) return null
  if (at === 0) return { host: null, path }
  const ruleHost = hostPattern(text.slice(0, at))
  return ruleHost === null ? null : { host: ruleHost, path }
}

/** A host in the form that browsers use in URLs; null if invalid. */
function hostPattern(text: string): string | null {
  const stars = text.startsWith('*.') ? '*.' : ''
  const name = plainHost(text.slice(stars.length))
  return name !== null && host.test(stars + name) ? stars + name : null
}
