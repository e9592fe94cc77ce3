/** Changed values by name. */
export type Facts = Readonly<Record<string, unknown>>

/** Names that may hold a secret; their values are omitted whatever they are. */
const secretName =
  /pass(word|phrase)?$|^pwd|pwd$|secret|token|api_?key|private|credential|^otp|totp|^pin$|^code$|recovery|cvc|cvv|card_?number|authorization|cookie|hash$|signing/i

const longestText = 500
const maxValues = 100
const deepest = 4

const placeholder = '[not shown]'

/** Values safe for the log: no secrets, long texts truncated, limited depth, at most a hundred values per level. */
export function withoutSecrets(facts: Facts, depth = 0): Facts {
  const entries = Object.entries(facts).slice(0, maxValues)
  return Object.fromEntries(
    entries
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [cleanText(name), secretName.test(name) ? placeholder : cleanValue(value, depth)]),
  )
}

function cleanValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value === null || typeof value !== 'object') return value
  if (depth >= deepest) return placeholder
  if (Buffer.isBuffer(value)) return placeholder
  if (Array.isArray(value)) return value.slice(0, maxValues).map((each) => cleanValue(each, depth + 1))
  return withoutSecrets(value as Facts, depth + 1)
}

/** PostgreSQL's JSON accepts neither the null character nor half of a surrogate pair. */
function cleanText(text: string): string {
  const clean = text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\uFFFD')
  return clean.length > longestText ? `${clean.slice(0, longestText)}…` : clean
}
