import type { IncomingMessage } from 'node:http'

const longest = 1_000

/** Parses the fields of a posted form. A body that is too long is truncated. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > longest) break
  }
  return new URLSearchParams(text)
}
