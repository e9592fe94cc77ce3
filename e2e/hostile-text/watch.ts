import type { BrowserContext, Page } from 'playwright-core'

/** The effect of an injected text: code that ran or was blocked, an element, a URL, a request. */
export type Found = string

/** Detects every effect of a text in every page of a context, from before the page's first script. */
export async function watchFor(context: BrowserContext, findings: Found[]): Promise<void> {
  await context.exposeBinding('ran', ({ page }) => void findings.push(`ran on ${page.url()}`))
  await context.exposeBinding(
    'refusedByPolicy',
    ({ page }, what: string) => void findings.push(`${what} on ${page.url()}`),
  )
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const report = (globalThis as unknown as { refusedByPolicy(what: string): void }).refusedByPolicy
      report(`refused by ${violatedDirective}: ${blockedURI} ${sample}`)
    })
  })
  context.on('dialog', (dialog) => {
    // The browser's prompt before leaving a changed form: continue.
    if (dialog.type() === 'beforeunload') return void dialog.accept()
    findings.push(`a dialog says ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('request', (request) => {
    if (new URL(request.url()).hostname === 'hostile.test') findings.push(`request to ${request.url()}`)
  })
}

/** Elements that our pages never contain, and invalid URLs, in the document as it is now. */
export const findInjected = (page: Page): Promise<Found[]> =>
  page.evaluate(() => {
    const elements = [...document.querySelectorAll('.hx')].map(
      (element) => `element ${element.outerHTML.slice(0, 100)}`,
    )
    const names = ['href', 'src', 'action', 'formaction', 'data', 'srcdoc', 'xlink:href']
    const addresses = [...document.querySelectorAll('*')].flatMap((element) =>
      names.flatMap((name) => {
        const value = element.getAttribute(name)
        if (value === null) return []
        if (name === 'srcdoc') return [`srcdoc ${value.slice(0, 100)}`]
        // Images are displayed, never executed.
        if (element.matches('img, link[rel=icon]') && /^(?:data:image\/|blob:)/.test(value)) return []
        const { protocol } = new URL(value, document.baseURI)
        return ['http:', 'https:', 'mailto:', 'tel:'].includes(protocol) ? [] : [`${name} ${value.slice(0, 100)}`]
      }),
    )
    return [...elements, ...addresses].map((what) => `${what} on ${location.pathname}`)
  })
