import { recall, remember } from './browser-storage.ts'
import { hitId } from './ids.ts'
import { privacySignal } from './privacy.ts'
import { safely } from './safely.ts'
import { collectUrl, tag } from './tag.ts'

const unsentKey = `q${tag.key}` as const
export const unsent = () => (!privacySignal() && recall()[unsentKey]) || []

// No credentials: where the page lies on the server's own host, a user's session has no business in a hit. The referrer
// is cut to the origin, for the page's address may hold what `pageAddress` leaves out.
export const request = (body: string) =>
  fetch(collectUrl, { method: 'POST', body, keepalive: true, credentials: 'omit', referrerPolicy: 'origin' })

/** Takes a body off the list of unsent hits; puts `instead` at its end, of which the newest 20 are kept. */
const replaceUnsent = (body: string, ...instead: string[]) =>
  remember({ [unsentKey]: [...unsent().filter((other) => other !== body), ...instead].slice(-20) })

/**
 * Sends until the server has committed the hit: now, after about 1, 4 and 16 seconds, and once on every later page of
 * this site (tries = 3). The body stays the same all the while, so that the server meets it only once.
 */
export const deliver = safely(async (body: string, tries: number, isNew?: boolean): Promise<unknown> => {
  if (privacySignal()) return
  try {
    const answer = await request(body)
    if (answer.status === 409 && isNew) {
      remember({ t: (await answer.json()).now - Date.now() })
      // The id is the first thing in the body of this length.
      return deliver(body.replace(/\w{32}/, hitId()), 0)
    }
    if (answer.status < 500 && answer.status !== 429) return replaceUnsent(body)
  } catch {}
  // A hit that fails again keeps its place: put behind, it would push newer ones out.
  if (!tries) replaceUnsent(body, body)
  if (tries < 3) setTimeout(deliver, 4 ** tries * 1_000, body, tries + 1, isNew)
})
