import type { CompiledMessage } from '@lingui/message-utils/compileMessage'

/**
 * Turns a text into the form the Lingui core interpolates. Most texts only name values (`Sign in to {name}`), so this
 * small reader is all that the login page loads; plurals need `web/i18n/plurals.ts`, which the application adds.
 */
export function compileSimple(text: string): CompiledMessage {
  const parts = text.split(/\{(\w+)\}/)
  if (parts.length === 1) return [text]
  return parts.map((part, index) => (index % 2 === 1 ? [part] : part)).filter((part) => part !== '') as CompiledMessage
}

/** Each text is read once; a list of a hundred rows must not parse its plurals a hundred times. */
export function remembered(compile: (text: string) => CompiledMessage): (text: string) => CompiledMessage {
  const known = new Map<string, CompiledMessage>()
  return (text) => {
    const before = known.get(text)
    if (before) return before
    const compiled = compile(text)
    known.set(text, compiled)
    return compiled
  }
}
