import type { PartElement } from './load.ts'
import { createReader, events, type Verdict } from './read-consent.ts'

// What the pixel loads before anything else: it tells the pixel whether consent platforms let the visitor be identified, at once
// and after each change. Until then the pixel waits, and if this does not load it stays so.

/** How long a platform may take to say something. From then on visits are counted, until it allows more. */
const longestWait_ms = 5_000
/** How often, and for how long, to look for platforms that the page loads late, as tag managers do. */
const lookEvery_ms = 250
const looks = 40

/** Without a current script, which pages can hide, the last element of this part. */
const lastPart = (): PartElement => {
  let last: PartElement | undefined
  for (const element of document.querySelectorAll<PartElement>('script[src*="/collect-consent.js"]')) last = element
  return last!
}
const part = (document.currentScript as PartElement | null) ?? lastPart()
const pixel = part.r!
/** The pixel's own handler: it also runs when this script has loaded. */
const go = part.onload as () => void
const startedAt_ms = Date.now()
const reader = createReader(
  () => tell(),
  (letters) => (pixel.f = letters || undefined),
)

function tell(): void {
  let verdict: Verdict = reader() || ''
  if (verdict === 'wait' && Date.now() - startedAt_ms > longestWait_ms) verdict = 'consent'
  if (verdict === pixel.v) return
  pixel.v = verdict
  go()
}

function begin(): void {
  pixel.v = reader() || ''
  for (const event of events) addEventListener(event, tell)
  let count = 0
  const looking = setInterval(() => {
    tell()
    if (++count === looks) clearInterval(looking)
  }, lookEvery_ms)
}

// A prerendered page that the user may never open is not a visit: everything waits until it is opened.
if ((document as { prerendering?: boolean }).prerendering) {
  part.onload = null
  document.addEventListener('prerenderingchange', () => {
    begin()
    go()
  })
} else begin()
