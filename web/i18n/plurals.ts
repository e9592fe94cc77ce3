import { i18n } from '@lingui/core'
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import { remembered } from './messages.ts'

type Token = Exclude<CompiledMessage, string>[number]

/** Lets texts hold plurals and choices (`{count, plural, one {# client} other {# clients}}`). */
export function enablePlurals(): void {
  i18n.setMessagesCompiler(remembered(compileTexts))
}

/**
 * Reads a text into the form that the Lingui core interpolates: values, plurals and choices, which is all that our texts hold
 * (`plurals.test.ts`). The library's own reader of every kind of message is four times as long as everything here and in `messages.ts`.
 */
export function compileTexts(text: string): CompiledMessage {
  const reader = { text, at: 0 }
  const tokens = readTokens(reader, false)
  return tokens as CompiledMessage
}

type Reader = { text: string; at: number }

/** Up to the end, or to the brace that ends the case one is in. `#` stands for the number inside a plural alone. */
function readTokens(reader: Reader, inPlural: boolean): Token[] {
  const tokens: Token[] = []
  let plain = ''
  const flush = (): void => {
    if (plain !== '') tokens.push(plain)
    plain = ''
  }
  for (; reader.at < reader.text.length && reader.text[reader.at] !== '}'; reader.at++) {
    const sign = reader.text[reader.at]!
    if (sign === '{' || (sign === '#' && inPlural)) {
      flush()
      tokens.push(sign === '#' ? '#' : readArgument(reader, inPlural))
    } else plain += sign
  }
  flush()
  return tokens
}

/** `{name}`, or `{name, plural, one {…} other {…}}`; ends at its last brace. */
function readArgument(reader: Reader, inPlural: boolean): Token {
  const [head, name, type] = /^\{\s*(\w+)\s*(?:,\s*(plural|select)\s*,\s*)?/.exec(reader.text.slice(reader.at))!
  reader.at += head!.length
  if (type === undefined) return [name!]
  const cases: Record<string, Token[] | undefined> = { offset: undefined }
  while (reader.text[reader.at] !== '}') {
    const [caseHead, key] = /^=?(\w+)\s*\{/.exec(reader.text.slice(reader.at))!
    reader.at += caseHead!.length
    cases[key!] = readTokens(reader, inPlural || type === 'plural')
    reader.at += /^\}\s*/.exec(reader.text.slice(reader.at))![0].length
  }
  return [name!, type, cases] as unknown as Token
}
