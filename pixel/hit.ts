import type { CountOnlyHit, Hit } from '#contract/tracking/collect-body.ts'
import { pageAddress, takeEmailHashes } from './address.ts'
import { eraseVisitor, recall, remember, setCookie } from './browser-storage.ts'
import { deliver, request } from './deliver.ts'
import type { EmailHash } from './email-hash.ts'
import { hitId, random128 } from './ids.ts'
import { consent, privacySignal } from './privacy.ts'
import { safely } from './safely.ts'
import { tag } from './tag.ts'

let lastAddress: string | undefined

/** While the page is visible: the time at which it would have become visible, had it never been hidden. While it is
 * hidden: the total visible time so far. The same subtraction converts either into the other. */
let seenOrSinceMs = 0
export const flipVisible = () => {
  seenOrSinceMs = performance.now() - seenOrSinceMs
}

/** Sends a hit that may identify the visitor. Call it only if no privacy signal forbids it. */
export const sendHit = safely(async (t: Hit['t'], hashes: (EmailHash | null)[], x?: number, n?: unknown) => {
  const { a: lastHitMs, v: copy, s: session } = recall()
  const nowMs = Date.now()
  const [, v = copy || random128()] = /\b_lid=([\da-f]{32})/.exec(document.cookie) || []
  const s = nowMs - lastHitMs! < 1_800_000 /* 30 minutes */ ? session! : random128()
  remember({ v, s, a: nowMs })
  setCookie(`_lid=${v}`, 15_552_000) // 180 days
  deliver(
    JSON.stringify({
      i: hitId(),
      k: tag.key!,
      t,
      u: pageAddress(),
      r: document.referrer.split('/')[2],
      d: document.title.slice(0, 120),
      v,
      s,
      m: document.hidden ? seenOrSinceMs : performance.now() - seenOrSinceMs,
      c: consent === true,
      n: n as string,
      x,
      // Last, because everything above must be read before awaiting the hashes.
      h: await Promise.all(hashes),
    } satisfies Hit),
    0,
    true,
  )
})

/** Sends a view of the current URL, once until the URL changes or the page is `persisted`: restored by the back button
 * from the browser's cache. */
export const sendView = safely(async ({ persisted }: { persisted?: boolean } = {}) => {
  const p = privacySignal()
  if (p === 'wait') return
  const hashes = p ? [] : takeEmailHashes()
  // A page view that was only counted is sent again in full when consent arrives.
  const address = pageAddress() + !p
  if (address !== lastAddress || hashes[0] || persisted) {
    lastAddress = address
    if (!p) return sendHit('view', hashes)
    eraseVisitor()
    await request(JSON.stringify({ k: tag.key!, p } satisfies CountOnlyHit))
  }
})
