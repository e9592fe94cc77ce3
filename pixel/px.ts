import type { Hit } from '#contract/tracking/collect-body.ts'
import { eraseVisitor, setCookie } from './browser-storage.ts'
import { deliver, unsentHits } from './deliver.ts'
import { emailHash } from './email-hash.ts'
import { sendHit, sendView } from './hit.ts'
import { load } from './load.ts'
import { privacySignal } from './privacy.ts'
import { safely } from './safely.ts'
import { key, type PixelElement, script, tag } from './tag.ts'

type Options = { email?: string; hash?: string; value?: number | string }
/** The arguments of one call of `lid(…)`. */
type Call = Iterable<unknown>
/** Every call on this page and, under its key, each installed pixel's handler for a call. */
type Calls = Call[] & Record<string, (call: Call) => void>
type Lid = { (...call: unknown[]): void; q?: Calls }

declare global {
  interface Window {
    lid?: Lid
  }
}

/** Calls held back until it is known whether the visitor may be identified. */
let waitingCalls: Call[] = []

/** One try for hits that could not be delivered. An id refused as too old is not renewed: its visit ended. */
const tryUnsent = () => {
  for (const body of unsentHits()) deliver(body, 3)
}

const decideConsent = (value: PixelElement['s']) => {
  script.s = value
  tryUnsent()
  sendView(0)
  const calls = waitingCalls
  waitingCalls = []
  for (const call of calls) obey(call)
}

const obey = safely((call: Call) => {
  const [verb, first, second] = call
  const p = privacySignal()
  const options = (second || first || {}) as Options
  if (verb === 'consent') decideConsent(first === true)
  else if (verb === 'optout') {
    setCookie('_lid_optout=1', 34_560_000) // 400 days, the longest a browser allows
    sendView(0)
    eraseVisitor()
    localStorage._lid_optout = 1
  } else if (p === 'wait') waitingCalls = [...waitingCalls, call]
  else if (!p) {
    const hash = emailHash(options.hash || options.email)
    if (hash || verb !== 'identify') {
      // The server rejects unknown verbs, so the script need not spend bytes on checking them.
      sendHit(verb as Hit['t'], [hash], +options.value!, verb === 'event' ? first : null)
    }
  }
})

const start = safely(() => {
  const lid: Lid = (window.lid = window.lid || ((...call) => calls.push(call)))
  const calls = (lid.q = lid.q || ([] as unknown as Calls))
  if (!calls[key]) {
    calls[key] = obey
    const push = calls.push
    // Several campaigns' pixels can share a page, so each hooks into the page's single call queue.
    calls.push = (call) => {
      obey(call)
      return push.call(calls, call)
    }
    // Routers set the new page's title after changing the URL, so the view waits a moment for it.
    const viewSoon = (event: Event | number) => setTimeout(sendView, 100, event)
    for (const method of ['pushState', 'replaceState'] as const) {
      const original = history[method]
      history[method] = (...args) => {
        original.apply(history, args)
        viewSoon(0)
      }
    }
    // Also fires on every change of the fragment, so `hashchange` would add nothing.
    addEventListener('popstate', viewSoon)
    addEventListener('pageshow', viewSoon)
    // The last chance before the page unloads, not by a beacon, which would send cookies. A page that is gone sees no
    // result, so its hits stay queued as well.
    addEventListener('pagehide', tryUnsent)
    // The page's earlier calls come first, above all an opt-out. The view starts once the part for consent platforms has loaded,
    // which runs this again after each change; if it doesn't load, nobody is identified.
    load('consent', () => decideConsent(script.s))
    for (const call of calls) obey(call)
  }
  // A thank-you tag next to the pixel with the same key adds its event to that pixel.
  if (tag.event) calls[key]!([tag.event, tag])
})

/** If the page was opened by this pixel's debugger link, load the debugger first, so that it sees every hit. */
if ((location.hash + name).includes(key)) load('debug', start)
else start()
