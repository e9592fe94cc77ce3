import type { CountOnlyHit, Hit } from '#contract/tracking/collect-body.ts'
import { pageAddress, takeEmailHashes } from './address.ts'
import { forgetVisitor, recall, remember, setCookie } from './browser-storage.ts'
import { deliver, request } from './deliver.ts'
import type { EmailHash } from './email-hash.ts'
import { hitId, random128 } from './ids.ts'
import { consent, privacySignal } from './privacy.ts'
import { safely } from './safely.ts'
import { tag } from './tag.ts'

let lastAddress: string | undefined

/** While the page is in sight: the moment it would have come in sight, had it never been hidden. While it is hidden: the
 * time it was seen. Each change turns one into the other by the same sum. */
let seenOrSinceMs = 0
export const flipVisible = () => {
  seenOrSinceMs = performance.now() - seenOrSinceMs
}

/** Sends a hit that may identify the visitor: only ever called where no privacy signal speaks against it. */
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
      // Last, for all above must be read before the pause of hashing.
      h: await Promise.all(hashes),
    } satisfies Hit),
    0,
    true,
  )
})

/** Sends a view for the address in sight, once for as long as that address stays or until the page is `persisted`:
 * brought back whole by the back button. */
export const sendView = safely(async ({ persisted }: { persisted?: boolean } = {}) => {
  const p = privacySignal()
  if (p === 'wait') return
  const hashes = p ? [] : takeEmailHashes()
  // A page that was only counted is viewed once more when consent arrives.
  const address = pageAddress() + !p
  if (address !== lastAddress || hashes[0] || persisted) {
    lastAddress = address
    if (!p) return sendHit('view', hashes)
    forgetVisitor()
    await request(JSON.stringify({ k: tag.key!, p } satisfies CountOnlyHit))
  }
})
