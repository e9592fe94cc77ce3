import { pageRuleFrom, type PageRule } from '#contract/campaigns/page-rules.ts'
import { hostOfUrl, pathOfPage } from '#contract/core/hosts.ts'
import type { AcceptsPage } from '../campaign-module.ts'

export interface PageRules {
  include: readonly string[]
  exclude: readonly string[]
}

type Matches = (host: string, path: string) => boolean

/**
 * Compiles the rules once for many pages. Excluded pages never count; other pages count if they are included or if
 * there are no include rules. Invalid URLs only count if there are no include rules.
 */
export function pageTest({ include, exclude }: PageRules): AcceptsPage {
  const includes = compile(include)
  const excludes = compile(exclude)
  return (address) => {
    const page = pageOf(address)
    if (page === null) return includes.length === 0
    const meets = (matches: Matches): boolean => matches(page.host, page.path)
    return !excludes.some(meets) && (includes.length === 0 || includes.some(meets))
  }
}

const compile = (texts: readonly string[]): Matches[] =>
  texts.flatMap((text) => {
    const rule = pageRuleFrom(text)
    return rule ? [matcherOf(rule)] : []
  })

function matcherOf({ host, path }: PageRule): Matches {
  // Only a star in the rule itself is a wildcard, not an escaped one.
  const pieces = path.split('*').map(plainPath)
  const meetsHost = hostTest(host)
  // A trailing slash doesn't make a different page.
  return (of, page) =>
    meetsHost(of) && (meets(pieces, page) || meets(pieces, `${page}/`) || meets(pieces, withoutSlash(page)))
}

function hostTest(host: string | null): (of: string) => boolean {
  if (host === null) return () => true
  const end = host.slice(1)
  return host.startsWith('*.') ? (of) => of.length > end.length && of.endsWith(end) : (of) => of === host
}

const withoutSlash = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)

/** Matches pieces between wildcards: the first at the start, the last at the end. Linear, so that no rule is slow. */
function meets(pieces: readonly string[], text: string): boolean {
  const first = pieces[0]!
  if (pieces.length === 1) return text === first
  const last = pieces.at(-1)!
  const end = text.length - last.length
  if (!text.startsWith(first) || !text.endsWith(last) || first.length > end) return false
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const index = text.indexOf(piece, at)
    if (index < 0) return false
    at = index + piece.length
  }
  return at <= end
}

function pageOf(address: string): { host: string; path: string } | null {
  const host = hostOfUrl(address)
  return host === null ? null : { host, path: plainPath(pathOfPage(address)) }
}

/**
 * Decodes a path's percent-escapes if they are valid, because browsers, sites and people write the same page
 * differently. An escaped slash is not a separator and stays escaped.
 */
const plainPath = (path: string): string =>
  path.includes('%') ? path.replace(/(?:%[0-9a-f]{2})+/gi, (run) => decodeRun(run)) : path

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run.replace(/%(2f|25)/gi, (escape) => `%25${escape.slice(1).toUpperCase()}`))
  } catch {
    return run.toUpperCase()
  }
}
