import type { Verdict } from './read-consent.ts'

/** The element of a pixel: its parts find there what they share with it. */
export type PixelElement = HTMLScriptElement & {
  /** What the site said: whether the visitor consented, or "wait"; undefined if nothing. */
  s?: boolean | string | undefined
  /** What the page's consent platforms say (`consent-part.ts`). */
  v?: Verdict
  /** The letters of those that allow it (`consent-signals.ts`). */
  f?: string | undefined
}

/** A module has no current script: bundlers and themes add `type=module` to tags. */
export const script = (document.currentScript || document.querySelector('script[data-key][src*=px]')) as PixelElement

/** The `data-` attributes of this pixel's own script element. */
export const tag = script.dataset
export const key = tag.key!
export const collectUrl = script.src.replace(/px\.js.*/, 'collect')
// A module searches for its element, and must not take another pixel's.
delete tag.key
