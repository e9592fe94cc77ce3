import { withoutInvisible } from './invisible.ts'

const label = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?'
const domainPattern = `(?:${label}\\.)+${label}`
const asciiDomain = new RegExp(`^${domainPattern}$`)
/** Already in the one form, as nearly all are. */
const plain = new RegExp(String.raw`^[a-z0-9!#$%&*+/?^_~.-][a-z0-9!#$%&'*+/=?^_{|}~.-]{0,63}@${domainPattern}$`)

const maxLength = 254
const maxLocal = 64
/** An address with its name. */
const maxTyped = 4 * maxLength

const quotes = `"'\`\u00B4\u2018\u2019\u201A\u201B\u201C\u201D\u201E\u201F\u2039\u203A\u00AB\u00BB`
/** What lists, sentences and programs put before and after an address. A dot before one may belong to it. */
const before = new RegExp(String.raw`^(?:[\s,;:(<\[{|\u2800${quotes}]|[-*\u2022\u00B7\u2013\u2014]\s)+`)
const after = new RegExp(String.raw`[\s,;:.!?)>\]}|\u2800\u060C\u061B\u061F\u06D4\u3001\u3002${quotes}]+$`)
const mailto = /^(?:mailto|smtp|e-?mail):/i

/**
 * The one form of a mail address: what people and programs put around it is removed (invisible characters, quotes,
 * brackets with a name, `mailto:`, commas), and forms of one letter are folded (NFKC, lower case, international
 * domains as `xn--…`). Null if it is no address, or more than one.
 */
export function readEmailAddress(text: string): string | null {
  if (text.length > maxTyped) return null
  if (plain.test(text)) return text.length <= maxLength ? text : null
  const bare = unwrap(withoutInvisible(text.normalize('NFKC')).replace(/[\p{Cc}\u2800]/gu, ' '))
  const at = bare.lastIndexOf('@')
  const local = unquote(bare.slice(0, at))
  const domain = plainDomain(bare.slice(at + 1))
  if (at < 1 || domain === null || !/^(?!=)[^\s"(),:;<>@[\\\]\p{Cs}]+$/u.test(local)) return null
  const address = `${local.toLowerCase().normalize('NFKC')}@${domain}`
  return local.length <= maxLocal && address.length <= maxLength ? address : null
}

/** Takes one layer after another off, in whatever order they were put on. */
function unwrap(text: string): string {
  // A name or a comment beside it: `Jo Doe <jo@example.com>`, `jo@example.com (Jo Doe)`, `[Jo](mailto:jo@example.com)`.
  const [, innerAddress] =
    /^[^<]*<([^<>]*@[^<>]*)>[^<>@]*$/.exec(text) ?? /^\[[^[\]]*\]\(([^()]*@[^()]*)\)$/.exec(text.trim()) ?? []
  const inner = innerAddress ?? text.replace(/\s\([^()@]*\)\s*$/, '').replace(/^\s*\([^()@]*\)\s/, '')
  const isQuotedLocal = /^\s*"[^"]+"@/.test(inner)
  const bare = (isQuotedLocal ? inner.trim() : inner.replace(before, '')).replace(after, '')
  const next = mailto.test(bare) ? fromLink(bare.replace(mailto, '')) : bare
  return next === text ? text : unwrap(next)
}

/** The address of a `mailto:` link, whose characters may be escaped. */
function fromLink(link: string): string {
  const [address = ''] = link.split('?')
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** `"jo"@example.com` is `jo@example.com` (RFC 5321 4.1.2). */
const unquote = (local: string): string => /^"([^"\\]+)"$/.exec(local)?.[1] ?? local

function plainDomain(domain: string): string | null {
  const text = domain.toLowerCase()
  const ascii = /^[\x21-\x7E]*$/.test(text) ? text : inAscii(text)
  return ascii !== null && asciiDomain.test(ascii) ? ascii : null
}

/** By the platform's own rules for host names (UTS 46), in browsers and on the server. */
function inAscii(domain: string): string | null {
  const address = `http://${domain}/`
  if (/[/?#@:\\%\s]/.test(domain) || !URL.canParse(address)) return null
  return new URL(address).hostname
}

/** Pieces between commas, semicolons and line breaks, except of those inside quotes and angle brackets. */
const pieces = /(?:"[^"\n]*"|<[^<>\n]*>|[^,;\n\u060C\u061B])+/g

/**
 * The addresses of a text with several, each once: one in a line, or with commas, semicolons or spaces between them. A
 * piece that is no address stays as it is, for the caller to refuse.
 */
export function splitEmailAddresses(text: string): string[] {
  const addresses = (text.match(pieces) ?? []).flatMap((piece) => {
    const address = readEmailAddress(piece)
    if (address !== null) return address
    const words = piece.trim().split(/\s+/)
    return words.every((word) => word.includes('@'))
      ? words.map((word) => readEmailAddress(word) ?? word)
      : piece.trim()
  })
  return [...new Set(addresses.filter((piece) => piece !== ''))]
}
