import type { CompiledMessage } from '@lingui/message-utils/compileMessage'

/**
 * Compiles a text for the Lingui core. Most texts only contain values (`Sign in to {name}`), so the login page loads
 * only this small parser; plurals need `web/i18n/plurals.ts`, which the application adds.
 */
export function compileSimple(text: string): CompiledMessage {
  const parts = text.split(/\{(\w+)\}/)
  if (parts.length === 1) return [text]
  return parts.map((part, index) => (index % 2 === 1 ? [part] : part)).filter((part) => part !== '') as CompiledMessage
}

/** Caches compiled texts, so that a list of a hundred rows does not parse its plurals a hundred times. */
export function memoize(compile: (text: string) => CompiledMessage): (text: string) => CompiledMessage {
  const messages = new Map<string, CompiledMessage>()
  return (text) => {
    const before = messages.get(text)
    if (before) return before
    const message = compile(text)
    messages.set(text, message)
    return message
  }
}
