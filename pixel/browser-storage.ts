import { json } from './json.ts'
import { privacySignal } from './privacy.ts'
import { realm } from './realm.ts'
import { attempt, safely } from './safely.ts'

/** What is stored about the visitor, as JSON in local storage under `_lid`. */
type Memory = {
  /** Visitor id, a copy of the cookie. */
  v?: string
  /** Session id. */
  s?: string
  /** Time of the session's last hit, in milliseconds of the browser's clock. */
  a?: number
  /** How far the server's clock is ahead of the browser's, in milliseconds. */
  t?: number
  /** Hits not yet accepted by the server, by pixel key: two pixels on one page may post to different servers. */
  [key: string]: unknown
}
let memory: Memory = {}

/** Read from storage each time, because other tabs write it too. */
export const recall = () => (memory = attempt(() => realm.JSON.parse(localStorage._lid)) || memory)

/**
 * Checks the privacy signal first: a response that arrives after the visitor opted out must store nothing. If the site's
 * storage is full, the memory is kept for this page only; the cookie still identifies the visitor.
 */
export const remember = safely((change: Memory) => {
  if (privacySignal()) return
  Object.assign(recall(), change)
  localStorage._lid = json(memory)
})

// On plain http this writes an attribute `false`, which browsers ignore.
export const setCookie = safely(
  (pair: string, maxAgeSeconds: number) =>
    (document.cookie = `${pair};path=/;max-age=${maxAgeSeconds};SameSite=Lax;${location.href[4] === 's' && 'Secure'}`),
)

/** Removes everything from the device that could identify this visitor. */
export const eraseVisitor = safely(() => {
  setCookie('_lid=', 0)
  memory = {}
  delete localStorage._lid
})
