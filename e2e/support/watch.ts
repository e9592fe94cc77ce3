import type { BrowserContext } from 'playwright-core'

/**
 * What went wrong on pages without a test having looked for it: an error in the console, an exception, a request to
 * another machine. `expected` are patterns of errors that a test causes on purpose.
 */
export class Watch {
  readonly complaints: string[] = []
  /** A machine that is busy with something else makes the program turn calls away, which pages ask again. */
  readonly #expected: RegExp[] = [/status of 503/]

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#complain(`console: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => this.#complain(`exception: ${String(error.error())}`))
    context.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url())
      const stays = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1'
      if (protocol.startsWith('http') && !stays) this.#complain(`request to ${request.url()}`)
    })
  }

  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  #complain(text: string): void {
    if (!this.#expected.some((pattern) => pattern.test(text))) this.complaints.push(text)
  }
}
