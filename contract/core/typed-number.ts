import { withoutInvisible } from './invisible.ts'
import { plainDigits } from './plain-digits.ts'

/**
 * What somebody typed as a number: `plain` is it in digits with at most one dot; `either` are the two numbers that it
 * may be; null is none.
 */
export type TypedNumber = { plain: string } | { either: readonly [string, string] } | null

/** `$ 12`, `12 USD`, `US$12`: every amount is in US dollars. */
const currency = /^(?:(?:US ?)?\$|USD)\s*|\s*(?:\$|USD)$/gi
/** Between digits, these can only group thousands. */
const groupMarks = /(?<=\d)[\s'\u2019\u066C](?=\d{3}(?!\d))/g

const simple = /^\d+(?:\.\d*)?$/
const groupedDigits = (group: string, decimal: string): RegExp =>
  new RegExp(String.raw`^\d{1,3}(?:[${group}]\d{2,3})*[${group}]\d{3}(?:[${decimal}]\d*)?$`)
/** Thousands by comma, as in English, or by dot, as in much of Europe, with the other mark for decimals. */
const styles = [
  { group: ',', decimal: '.', pattern: groupedDigits(',', '.') },
  { group: '.', decimal: ',', pattern: groupedDigits('.', ',') },
]

/**
 * Reads a number in any common spelling and never guesses: one comma before three digits may be either mark, so both
 * readings come back. One dot is always a decimal mark (R223).
 */
export function readTypedNumber(typed: string): TypedNumber {
  if (simple.test(typed)) return { plain: typed }
  const text = withoutGroups(typed)
  if (/^\d+(?:[.,]\d*)?$|^[.,]\d+$/.test(text)) return readSingleMark(text)
  const style = styles.find(({ pattern }) => pattern.test(text))
  return style ? { plain: text.replaceAll(style.group, '').replace(style.decimal, '.') } : null
}

/** Without currency, grouping by spaces and apostrophes, and digits and marks of other scripts. */
const withoutGroups = (text: string): string =>
  plainDigits(withoutInvisible(text).normalize('NFKC'))
    .replace(/\u066B/g, '.')
    .replace(/\u060C/g, ',')
    .trim()
    .replace(currency, '')
    .replace(groupMarks, '')

function readSingleMark(text: string): TypedNumber {
  const [whole = '', decimals] = text.split(/[.,]/)
  const plain = decimals === undefined ? whole : `${whole || '0'}.${decimals}`
  const mayGroup = /^[1-9]\d{0,2},\d{3}$/.test(text)
  return mayGroup ? { either: [text.replace(',', ''), plain] } : { plain }
}

/** A number in digits with a dot, as the wire takes it; anything else as it was typed, to be refused by its schema. */
export function plainNumber(text: string): string {
  const number = readTypedNumber(text)
  return number && 'plain' in number ? number.plain : text
}

/** A whole number as digits, also with thousands marked; null if it is none or has decimals. */
export function wholeFromText(text: string): number | null {
  const number = readTypedNumber(text)
  const plain = number && ('plain' in number ? number.plain : number.either[0])
  return plain && /^\d{1,9}$/.test(plain) ? Number(plain) : null
}
