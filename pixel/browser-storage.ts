import { privacySignal } from './privacy.ts'

/** What is remembered of the visitor, as JSON in local storage under `_lid`. */
type Memory = {
  /** Visitor id, a copy of the cookie. */
  v?: string
  /** Session id. */
  s?: string
  /** When the session's last hit was made, in milliseconds of the browser's clock. */
  a?: number
  /** How far the server's clock is ahead of the browser's, in milliseconds. */
  t?: number
  /** Hits the server has not yet taken, by pixel key: two pixels on one page may post to different servers. */
  [key: `q${string}`]: string[] | undefined
}
let memory: Memory = {}

/** Read anew each time, for other tabs write it too. */
export const recall = (): Memory => {
  try {
    memory = JSON.parse(localStorage._lid)
  } catch {}
  return memory
}

/** Also an answer that arrives after the visitor opted out must leave nothing behind. */
export const remember = (change: Memory) => {
  if (privacySignal()) return
  Object.assign(recall(), change)
  try {
    localStorage._lid = JSON.stringify(memory)
  } catch {
    // The site has filled its storage: we remember for as long as the page is, and the cookie knows the visitor.
  }
}

export const setCookie = (pair: string, maxAgeSeconds: number) => {
  // On plain http this writes an attribute `false`, which browsers pass over.
  document.cookie = `${pair};path=/;max-age=${maxAgeSeconds};SameSite=Lax;${location.href[4] === 's' && 'Secure'}`
}

/** Leaves nothing on the device that could tell this visitor from another. */
export const forgetVisitor = () => {
  setCookie('_lid=', 0)
  memory = {}
  try {
    delete localStorage._lid
  } catch {}
}
