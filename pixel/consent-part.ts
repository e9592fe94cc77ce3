import { createBanner } from './ask.ts'
import { part, whenOpened } from './part.ts'
import { createReader, events, type Verdict } from './read-consent.ts'

// What the pixel loads before anything else: it tells the pixel whether consent platforms let the visitor be identified, at once
// and after each change. Until then the pixel waits, and if this does not load it stays so.

/** How long a platform may take to say something. From then on visits are counted, until it allows more. */
const longestWait_ms = 5_000
/** How often, and for how long, to look for platforms that the page loads late, as tag managers do. */
const lookEvery_ms = 250
const looks = 40

const pixel = part.r!
/** The pixel's own handler: it also runs when this script has loaded. */
const go = part.onload as () => void
const startedAt_ms = Date.now()
const banner = pixel.s === 'ask' ? createBanner(part, () => tell()) : undefined
const reader = createReader(
  () => tell(),
  (letters) => (pixel.f = letters || undefined),
  banner,
)

function tell(): void {
  let verdict: Verdict = reader() || ''
  // Whoever is asked by our banner may take their time.
  if (verdict === 'wait' && !banner && Date.now() - startedAt_ms > longestWait_ms) verdict = 'consent'
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

whenOpened(begin)
