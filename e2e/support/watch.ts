import type { BrowserContext } from 'playwright-core'
import { saveLanguage } from '#contract/sign-in/language.ts'

/**
 * On a busy machine the program rejects some calls, and pages retry. A preload for a hovered link fails when sign-out
 * ends the worker, or with the page; if a page fails to load code it needs, it shows the error page of R170, which
 * every journey would notice.
 */
const always: readonly RegExp[] = [
  /status of 503/,
  /ERR_FAILED \(.*\/assets\//,
  /Failed to fetch dynamically imported module: .*\/assets\//,
]

/** The path that stores an account's language. */
export const languagePath = `/api${saveLanguage.path}`

/**
 * Collects unexpected problems on pages: console errors, exceptions, and requests to other machines. `expected` has
 * patterns of errors that a test causes on purpose.
 */
export class Watch {
  #complaints: string[] = []
  #expected: readonly RegExp[] = always
  #turned = false

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#complain(`console: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => this.#complain(`exception: ${String(error.error())}`))
    context.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().endsWith(languagePath)) this.#turned = true
      const { protocol, hostname } = new URL(request.url())
      const stays = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1'
      if (protocol.startsWith('http') && !stays) this.#complain(`request to ${request.url()}`)
    })
  }

  expect(pattern: RegExp): void {
    this.#expected = [...this.#expected, pattern]
  }

  /** Returns the problems since the last call and clears the expected ones: each test has its own. */
  takeProblems(): string[] {
    const complaints = this.#complaints
    this.#complaints = []
    this.#expected = always
    return complaints
  }

  /** Whether an account's language was changed since the last call. */
  takeLanguageChange(): boolean {
    const hasTurned = this.#turned
    this.#turned = false
    return hasTurned
  }

  #complain(text: string): void {
    if (!this.#expected.some((pattern) => pattern.test(text))) this.#complaints.push(text)
  }
}
