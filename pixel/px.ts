import type { Hit } from '#contract/tracking/collect-body.ts'
import { forgetVisitor, setCookie } from './browser-storage.ts'
import { deliver, unsent } from './deliver.ts'
import { emailHash } from './email-hash.ts'
import { flipVisible, sendHit, sendView } from './hit.ts'
import { consent, type Consent, privacySignal, setConsent } from './privacy.ts'
import { safely } from './safely.ts'
import { collectUrl, script, tag } from './tag.ts'

type Options = { email?: string; hash?: string; value?: number | string }
/** The arguments of one call of `lid(…)`. */
type Call = Iterable<unknown>
/** Every call on this page and, under `k` and its key, what each installed pixel does with a call. */
type Calls = Call[] & Record<`k${string}`, (call: Call) => void>
type Lid = { (...call: unknown[]): void; q?: Calls }

declare global {
  interface Window {
    lid?: Lid
  }
}

/** Calls made before it is known whether the visitor may be identified. */
const held: Call[] = []

const decideConsent = (value: Consent) => {
  setConsent(value)
  // One try for what earlier pages could not deliver. An id refused for its age is not renewed: that visit is long over.
  unsent().forEach((body) => deliver(body, 3))
  sendView()
  held.splice(0).forEach(obey)
}

const obey = safely((call: Call) => {
  const [verb, first, second] = call
  const options = (second || first || {}) as Options
  if (verb === 'consent') decideConsent(first === true)
  else if (verb === 'optout') {
    setCookie('_lid_optout=1', 34_560_000) // 400 days, the longest a browser allows
    forgetVisitor()
    localStorage._lid_optout = 1
  } else if (consent === 'wait') held.push(call)
  else if (!privacySignal()) {
    const hash = emailHash(options.hash || options.email)
    if (hash || verb !== 'identify') {
      // A word the server does not know is refused there: that costs the script nothing.
      sendHit(verb as Hit['t'], [hash], +options.value!, verb === 'event' ? first : null)
    }
  }
})

const start = safely(() => {
  const lid: Lid = (window.lid = window.lid || ((...call) => calls.push(call)))
  const calls = (lid.q = lid.q || ([] as unknown as Calls))
  const slot = `k${tag.key}` as const
  if (!calls[slot]) {
    calls[slot] = obey
    const push = calls.push
    // Pixels of several campaigns can share a page: each listens in where the page's one queue takes its calls.
    calls.push = (call) => {
      obey(call)
      return push.call(calls, call)
    }
    // Routers set the new page's title after they change the address, so the view waits a moment for it.
    const viewSoon = (event?: Event) => setTimeout(sendView, 100, event)
    ;(['pushState', 'replaceState'] as const).forEach((method) => {
      const original = history[method]
      history[method] = (...args) => {
        original.apply(history, args)
        viewSoon()
      }
    })
    // Comes with every change of the fragment too, so `hashchange` would add nothing.
    addEventListener('popstate', viewSoon)
    addEventListener('pageshow', viewSoon)
    // The last chance before the page goes. A beacon tells nothing about its fate, so the hits stay kept as well.
    addEventListener('pagehide', () => unsent().forEach((body) => navigator.sendBeacon(collectUrl, body)))
    addEventListener('visibilitychange', flipVisible)
    if (!document.hidden) flipVisible()
    calls.forEach(obey)
    // What the page has said so far goes first, above all a refusal; then, unless it waits for consent, we start.
    if (consent === 'wait') decideConsent(tag.consent)
  }
  // A thank-you tag beside the pixel of the same key adds its event to that pixel.
  if (tag.event) calls[slot]([tag.event, tag])
})

/** Where the page was opened by a link to this pixel's debugger, that comes first, so as to see what is sent. */
const begin = () => {
  if ((location.hash + name).includes(tag.key!)) {
    const element = document.createElement('script')
    element.onload = element.onerror = start
    // What a page's policy for scripts may ask of each.
    element.nonce = script.nonce
    element.src = `${collectUrl}-debug.js`
    document.head.append(element)
  } else start()
}

// A page rendered ahead of a click that may never come is not a visit.
if ((document as { prerendering?: boolean }).prerendering) document.addEventListener('prerenderingchange', begin)
else begin()
