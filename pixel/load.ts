import { collectUrl, key, script, type PixelElement } from './tag.ts'

/** The element of a part: `r` is the pixel's own, `h` what the part for addresses offers (`address-part.ts`). */
export type PartElement = HTMLScriptElement & {
  r?: PixelElement
  h?: (given: string) => Promise<string | undefined>
}

/** Loads a part of the pixel that few pages need. `then` runs when it is there, or if it does not come. */
export const load = (name: string, then: () => unknown) => {
  const element: PartElement = document.head.appendChild(document.createElement('script'))
  element.onload = element.onerror = then
  // The page's CSP may require a nonce for each script.
  element.nonce = script.nonce
  element.r = script
  // The key, because an agency has rules of its own for regions.
  element.src = `${collectUrl}-${name}.js?${key}`
  return element
}
