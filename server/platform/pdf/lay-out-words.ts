/** The fonts that together cover the scripts of names; each font file holds one range of scripts. */
export type Face = 'latin' | 'latin-ext' | 'arabic'

/** A piece of a word in one font. */
interface Piece {
  text: string
  face: Face
}

/** A word with its pieces in visual order, from left to right. */
export interface Word {
  pieces: Piece[]
  isRtl: boolean
}

/** Includes the script's vowel marks and punctuation. */
const isArabic = (sign: string): boolean => /\p{Script_Extensions=Arabic}/u.test(sign)
const isExtended = (sign: string): boolean => /[ĐŁłŠšŸŽžƒ]/u.test(sign)
const faceOf = (sign: string): Face => (isArabic(sign) ? 'arabic' : isExtended(sign) ? 'latin-ext' : 'latin')

/** Letters that none of the fonts have lose their diacritics: Ż becomes Z. */
const withKnownLetters = (text: string): string =>
  [...text.normalize('NFC')]
    .map((sign) =>
      sign > '\u00FF' && faceOf(sign) === 'latin' ? sign.normalize('NFD').replaceAll(/\p{M}/gu, '') : sign,
    )
    .join('')

/** Splits a word where its font changes. In an Arabic word the pieces are ordered from right to left. */
function toWord(text: string, isAfterRtl: boolean): Word {
  const pieces: Piece[] = []
  for (const sign of withKnownLetters(text)) {
    const face = faceOf(sign)
    const last = pieces.at(-1)
    if (last?.face === face) last.text += sign
    else pieces.push({ text: sign, face })
  }
  const hasLetters = /\p{L}/u.test(text)
  const isRtl = pieces.some(({ face }) => face === 'arabic') || (!hasLetters && isAfterRtl)
  return { pieces: isRtl ? pieces.toReversed() : pieces, isRtl }
}

/** Breaks a word that is too long for any line, such as a web address: after its separators where that is possible. */
function chop(word: string, most: number): string[] {
  const parts: string[] = []
  for (const segment of word.split(/(?<=[/\-_.@=&?])/u))
    for (const piece of segment.match(new RegExp(`.{1,${most}}`, 'gu')) ?? []) {
      const last = parts.at(-1)
      if (last !== undefined && last.length + piece.length <= most) parts[parts.length - 1] = last + piece
      else parts.push(piece)
    }
  return parts
}

/** In an Arabic sentence, what ends a Latin word in it stands on its left. */
function withEnd(word: Word, base: 'ltr' | 'rtl'): Word {
  const last = word.pieces.at(-1)
  const end = last && /^(.*\w)([.:,!?]+)$/u.exec(last.text)
  if (base === 'ltr' || word.isRtl || !last || !end) return word
  const rest = { ...last, text: end[1]! }
  return { ...word, pieces: [{ ...last, text: end[2]! }, ...word.pieces.slice(0, -1), rest] }
}

/** Separates unrelated things, and so takes the line's direction. */
const separator = '·'

/** Isolates and direction marks: no font has glyphs for them, and the words are ordered here. */
const marks = /[\u061C\u200E\u200F\u2066-\u2069]/gu

/** The direction in which a text is ordered: without Arabic letters from the left, such as an address in an Arabic paper. */
export const orderOf = (text: string, base: 'ltr' | 'rtl'): 'ltr' | 'rtl' => (isArabic(text) ? base : 'ltr')

/** Standalone symbols and numbers take the direction of the word before them. */
export function wordsOf(text: string, base: 'ltr' | 'rtl', most = 48): Word[] {
  const words: Word[] = []
  const wholes = text.replaceAll(marks, '').split(/\s+/u)
  for (const whole of wholes.filter((word) => word !== '')) {
    for (const word of chop(whole, most)) {
      const before = word === separator ? undefined : words.at(-1)
      words.push(withEnd(toWord(word, before?.isRtl ?? base === 'rtl'), base))
    }
  }
  return words
}

/** Fills lines up to a width. `measure` includes no space. */
export function linesOf(
  words: readonly Word[],
  width: number,
  blank: number,
  measure: (word: Word) => number,
): Word[][] {
  const lines: Word[][] = []
  let room = 0
  for (const word of words) {
    const length = measure(word)
    const line = lines.at(-1)
    if (line && room >= blank + length) {
      line.push(word)
      room -= blank + length
    } else {
      lines.push([word])
      room = width - length
    }
  }
  return lines
}

/**
 * The words of a line in visual order from left to right: neighbors with the same direction stay together, and the
 * groups follow the line's direction. Enough for names, dates and labels; nested quotations do not occur here.
 */
export function inVisualOrder(line: readonly Word[], base: 'ltr' | 'rtl'): Word[] {
  const groups: Word[][] = []
  for (const word of line) {
    const last = groups.at(-1)
    if (last?.[0]?.isRtl === word.isRtl) last.push(word)
    else groups.push([word])
  }
  const visualOrder = groups.map((group) => (group[0]!.isRtl ? group.toReversed() : group))
  return (base === 'rtl' ? visualOrder.toReversed() : visualOrder).flat()
}
