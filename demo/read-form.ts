import type { IncomingMessage } from 'node:http'

const longest = 1_000

/** The fields of a form that was posted; of one that is too long, what came first. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > longest) break
  }
  return new URLSearchParams(text)
}
