import { i18n } from '@lingui/core'
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import { memoize } from './messages.ts'

type Token = Exclude<CompiledMessage, string>[number]

/** Enables plurals and choices in texts (`{count, plural, one {# client} other {# clients}}`). */
export function enablePlurals(): void {
  i18n.setMessagesCompiler(memoize(compileTexts))
}

/**
 * Compiles a text for the Lingui core: values, plurals and choices, which is all that our texts contain
 * (`plurals.test.ts`). The library's full parser is four times the size of this file and `messages.ts` together.
 */
export function compileTexts(text: string): CompiledMessage {
  const reader = { text, at: 0 }
  const tokens = readTokens(reader, false)
  return tokens as CompiledMessage
}

type Reader = { text: string; at: number }

/** Reads up to the end, or to the closing brace of the current case. `#` means the number only inside a plural. */
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

/** Reads `{name}` or `{name, plural, one {…} other {…}}`, up to its closing brace. */
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
