import { recall, remember } from './browser-storage.ts'
import { hitId } from './ids.ts'
import { privacySignal } from './privacy.ts'
import { realm } from './realm.ts'
import { safely } from './safely.ts'
import { collectUrl, key } from './tag.ts'

export const unsentHits = () => (!privacySignal() && recall()[key]) || []

// No credentials: if the page is on the server's own host, a user's session must not be sent with a hit. The referrer
// is cut to the origin, because the page's URL may contain what `pageAddress` leaves out.
export const request = (body: string) =>
  realm.fetch(collectUrl, { method: 'POST', body, keepalive: true, credentials: 'omit', referrerPolicy: 'origin' })

/** Removes a body from the list of unsent hits, or puts it first; the newest 20 are kept. */
const replaceUnsent = (body: string, ...bodies: string[]) => {
  for (const otherBody of unsentHits()) if (otherBody !== body && !bodies[19]) bodies = [...bodies, otherBody]
  remember({ [key]: bodies })
}

/**
 * Sends until the server has committed the hit: now, after about 1, 4 and 16 seconds, and once when the page unloads
 * and on every later page of this site (tries = 3). The body never changes, so that the server can deduplicate it.
 */
export const deliver = safely(async (body: string, tries: number, isNew?: boolean): Promise<unknown> => {
  if (privacySignal()) return
  try {
    const answer = await request(body)
    if (isNew && answer.status === 409) {
      remember({ t: (await answer.json()).now - Date.now() })
      // The id is the first run of 32 word characters in the body.
      return deliver(body.replace(/\w{32}/, hitId()), 0)
    }
    if (answer.status < 500 && answer.status !== 429) return replaceUnsent(body)
  } catch {}
  // A hit that fails again keeps its place: moved to the front, it would outlast newer ones.
  if (!tries) replaceUnsent(body, body)
  if (tries < 3) setTimeout(deliver, 4 ** tries * 1_000, body, tries + 1, isNew)
})
