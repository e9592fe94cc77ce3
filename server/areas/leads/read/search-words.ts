/** One word of a search: any of these columns begins with the text. */
export interface SearchWord {
  text: string
  columns: readonly SearchColumn[]
}
type SearchColumn = 'first_name_key' | 'last_name_key' | 'email_key' | 'phone_key'

const maxWords = 5

/**
 * Splits a search into words that must all match. Numbers match phone numbers, without the country code 1; words with @
 * match email addresses only; everything else matches names and email addresses.
 */
export function readWords(text: string): SearchWord[] {
  const trimmed = text.trim().toLowerCase()
  const digits = trimmed.replaceAll(/[\s()+./-]/g, '')
  if (/^\d{3,}$/.test(digits)) return [phone(digits)]
  return [...new Set(trimmed.split(/[\s,;]+/))]
    .filter((word) => word !== '')
    .slice(0, maxWords)
    .map((word) => {
      if (/^\d{3,}$/.test(word)) return phone(word)
      const columns = word.includes('@')
        ? (['email_key'] as const)
        : (['first_name_key', 'last_name_key', 'email_key'] as const)
      return { text: word, columns }
    })
}

const phone = (digits: string): SearchWord => ({
  text: digits.length > 10 && digits.startsWith('1') ? digits.slice(1) : digits,
  columns: ['phone_key'],
})

/**
 * Adds a word as a condition on `lead`, as plain comparisons, because other operators can't use an index under row-level
 * security. U+10FFFF sorts after every character, so the range contains exactly the values that begin with the word.
 */
export function wordCondition(word: SearchWord, values: unknown[]): string {
  values.push(word.text, `${word.text}\u{10FFFF}`)
  const [from, to] = [`$${values.length - 1}`, `$${values.length}`]
  const ranges = word.columns.map((column) => `(lead.${column} >= ${from} and lead.${column} < ${to})`)
  return `(${ranges.join(' or ')})`
}
