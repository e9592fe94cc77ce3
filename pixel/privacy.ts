import { attempt } from './safely.ts'
import { script, tag } from './tag.ts'

script.s = tag.consent
// Wait in any case until the page's first calls are processed and its consent platforms are known.
script.v = 'wait'

/** Sandboxed frames may not read theirs. Not always a text: a form named `cookie` takes its place. */
export const readCookies = () => attempt(() => document.cookie)!

/** Whether and why this visitor must not be identified, or "wait" while that is unknown. Checked before every hit, so that a change applies at once. */
export const privacySignal = () => {
  if (script.s === 'wait') return script.s
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return 'gpc'
  if (/_lid_optout/.test(readCookies()) || attempt(() => localStorage._lid_optout)) return 'optout'
  return script.s === false ? 'consent' : script.v
}
