/** A module has no current script: bundlers and themes add `type=module` to tags. */
export const script = (document.currentScript ||
  document.querySelector('script[data-key][src*=px]')) as HTMLScriptElement

/** The `data-` attributes of this pixel's own script element. */
export const tag = script.dataset
export const key = tag.key!
export const collectUrl = script.src.replace(/px\.js.*/, 'collect')
// A module searches for its element, and must not take another pixel's.
delete tag.key
