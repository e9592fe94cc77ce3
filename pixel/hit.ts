import type { CountOnlyHit, Hit } from '#contract/tracking/collect-body.ts'
import { pageAddress, takeEmailHashes } from './address.ts'
import { eraseVisitor, recall, remember, setCookie } from './browser-storage.ts'
import { deliver, request } from './deliver.ts'
import type { EmailHash } from './email-hash.ts'
import { hitId, random128 } from './ids.ts'
import { json } from './json.ts'
import { consent, privacySignal } from './privacy.ts'
import { safely } from './safely.ts'
import { tag } from './tag.ts'

let lastAddress: string | undefined

/** As `Promise.all`, which pages may have replaced. */
const settled = async (hashes: (EmailHash | null)[]) => {
  const values: NonNullable<Hit['h']> = []
  for (const hash of hashes) values.push(await hash)
  return values
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
    json({
      i: hitId(),
      k: tag.key!,
      t,
      u: pageAddress(),
      r: document.referrer.split('/')[2],
      d: document.title.slice(0, 120),
      v,
      s,
      c: consent === true,
      n: n as string,
      x,
      // Last, because everything above must be read before awaiting the hashes.
      h: await settled(hashes),
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
    await request(json({ k: tag.key!, p } satisfies CountOnlyHit))
  }
})
