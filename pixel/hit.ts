import type { CountOnlyHit, Hit } from '#contract/tracking/collect-body.ts'
import { pageAddress, takeEmailHashes } from './address.ts'
import { eraseVisitor, recall, remember, setCookie } from './browser-storage.ts'
import { deliver, request } from './deliver.ts'
import type { EmailHash } from './email-hash.ts'
import { hitId, random128 } from './ids.ts'
import { json } from './json.ts'
import { privacySignal, readCookies } from './privacy.ts'
import { safely } from './safely.ts'
import { key, script } from './tag.ts'

let lastAddress: string | undefined

/** Sends a hit that may identify the visitor. Call it only if no privacy signal forbids it. */
export const sendHit = safely(async (t: Hit['t'], hashes: (EmailHash | null)[], x?: number, n?: unknown) => {
  const { a: lastHitMs, v: copy, s: session } = recall()
  const nowMs = Date.now()
  const cookie = /_lid=(\w{32})/.exec(readCookies())
  const v = cookie ? cookie[1]! : copy || random128()
  const s = nowMs - lastHitMs! < 1_800_000 /* 30 minutes */ ? session! : random128()
  remember({ v, s, a: nowMs })
  setCookie(`_lid=${v}`, 15_552_000) // 180 days
  // Everything is read before a hash is awaited.
  const hit = {
    i: hitId(),
    k: key,
    t,
    u: pageAddress(),
    r: document.referrer.split('/')[2],
    d: document.title.slice(0, 120),
    v,
    s,
    c: script.s === true,
    f: script.f,
    n: n as string,
    x,
    h: hashes as NonNullable<Hit['h']>,
  } satisfies Hit
  for (const at in hashes) hashes[at] = (await hashes[at]) as string
  deliver(json(hit), 0, true)
})

/** Sends a view of the current URL, once until the URL changes or the page is `persisted`: restored by the back button
 * from the browser's cache. */
export const sendView = safely(async (event: { persisted?: boolean } | number) => {
  const p = privacySignal()
  const hashes = p ? [] : takeEmailHashes()
  // A page view that was only counted is sent again in full when consent arrives.
  const address = pageAddress() + !p
  if (p !== 'wait' && (address !== lastAddress || hashes[0] || (event as PageTransitionEvent).persisted)) {
    lastAddress = address
    if (!p) return sendHit('view', hashes)
    // A visitor who was known says no from now on: the server cuts what the id is tied to.
    const { v } = recall()
    eraseVisitor()
    await request(json({ k: key, p, v } satisfies CountOnlyHit))
  }
})
