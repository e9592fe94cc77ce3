import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a token of the stand-in represents. */
export interface StandInToken {
  score: number
  action: string
  hostname: string
}

export interface RecaptchaStandIn {
  /** For RECAPTCHA_VERIFY_URL. */
  url: string
  /** `host:port`, for OUTGOING_ALLOW. */
  place: string
  secret: string
  /** Creates a single-use token as a browser would get it. */
  issue(of: StandInToken): string
  /** Mode of the next responses: normal, as for a wrong secret, an error, garbage, or none at all. */
  behave(how: 'well' | 'unknown secret' | 'fault' | 'nonsense' | 'silent'): void
  /** The requests' form fields, unchanged. */
  received: URLSearchParams[]
  close(): Promise<void>
}

/** A loopback server that implements `siteverify`, including errors and single use. */
export async function startRecaptchaStandIn(): Promise<RecaptchaStandIn> {
  const secret = 'stand-in-secret'
  const tokens = new Map<string, StandInToken>()
  const forms: URLSearchParams[] = []
  let behavior: Parameters<RecaptchaStandIn['behave']>[0] = 'well'

  const answerTo = (form: URLSearchParams): object => {
    if (form.get('secret') !== secret || behavior === 'unknown secret')
      return { success: false, 'error-codes': ['invalid-input-secret'] }
    const token = form.get('response') ?? ''
    const of = tokens.get(token)
    tokens.delete(token)
    if (!of)
      return {
        success: false,
        'error-codes': [issuedTokens.has(token) ? 'timeout-or-duplicate' : 'invalid-input-response'],
      }
    return { success: true, challenge_ts: '2026-11-20T12:00:00Z', ...of }
  }
  const issuedTokens = new Set<string>()

  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const form = new URLSearchParams(body)
      forms.push(form)
      if (behavior === 'silent') return request.socket.destroy()
      if (behavior === 'fault') return response.writeHead(503).end('busy')
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(behavior === 'nonsense' ? '<html>' : JSON.stringify(answerTo(form)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${place}/recaptcha/api/siteverify`,
    place,
    secret,
    received: forms,
    issue(of) {
      const token = `token-${issuedTokens.size}-of-the-stand-in`
      issuedTokens.add(token)
      tokens.set(token, of)
      return token
    },
    behave: (how) => void (behavior = how),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
