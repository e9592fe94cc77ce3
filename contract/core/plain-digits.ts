const foreignDigit = /(?![0-9])\p{Nd}/gu
const isDigit = /^\p{Nd}$/u

/** Unicode keeps the ten digits of a script together, zero first; only the mathematical ones have several rows of ten. */
function valueOf(digit: string): string {
  const code = digit.codePointAt(0)!
  let first = code
  while (isDigit.test(String.fromCodePoint(first - 1))) first--
  return String((code - first) % 10)
}

/** The text with the digits of every script as 0 to 9: what Arabic, Persian and Indian keyboards give. */
export const plainDigits = (text: string): string => text.replace(foreignDigit, valueOf)

/** Marks that Arabic keyboards give inside numbers: for decimals, for thousands, and the comma of Arabic text. */
const marks: Readonly<Record<string, string>> = { '\u066B': '.', '\u066C': ',', '\u060C': ',' }

/** The same for a number that is being typed, with its marks. Keeps the text's length, except of digits beyond U+FFFF. */
export const plainNumerals = (text: string): string =>
  plainDigits(text).replace(/[\u066B\u066C\u060C]/g, (mark) => marks[mark]!)
