import type { BrowserContext } from 'playwright-core'
import { saveLanguage } from '#contract/sign-in/language.ts'

/**
 * A machine that is busy with something else makes the program turn calls away, which pages ask again. Code that was made
 * ready for a link under the pointer ends with the worker when somebody signs out, or with the page; code that a page needs and does not get
 * shows the page of R170, which no journey would overlook.
 */
const always: readonly RegExp[] = [
  /status of 503/,
  /ERR_FAILED \(.*\/assets\//,
  /Failed to fetch dynamically imported module: .*\/assets\//,
]

/** Where an account's language is kept. */
export const languagePath = `/api${saveLanguage.path}`

/**
 * What went wrong on pages without a test having looked for it: an error in the console, an exception, a request to
 * another machine. `expected` are patterns of errors that a test causes on purpose.
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

  /** What went wrong since this was asked last. What was expected is no more: the next test has its own. */
  takeComplaints(): string[] {
    const taken = this.#complaints
    this.#complaints = []
    this.#expected = always
    return taken
  }

  /** Whether an account's language was changed since this was asked last. */
  takeTurn(): boolean {
    const turned = this.#turned
    this.#turned = false
    return turned
  }

  #complain(text: string): void {
    if (!this.#expected.some((pattern) => pattern.test(text))) this.#complaints.push(text)
  }
}
