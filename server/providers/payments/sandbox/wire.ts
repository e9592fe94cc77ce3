import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Result {
  status: number
  body: object
}

const longestBody = 16 * 1024

export const refuse = (code: string, status = 402, more: object = {}): Result => ({
  status,
  body: { error: { code, ...more } },
})

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

export const sendResult = (response: ServerResponse, { status, body }: Result): void => sendJson(response, status, body)

/** A request's body; empty if it is too long to be valid. */
export async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request as AsyncIterable<Buffer>) {
    text += chunk.toString()
    if (text.length > longestBody) return ''
  }
  return text
}
