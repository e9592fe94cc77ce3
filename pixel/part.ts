import type { PartElement } from './load.ts'

/** Without a current script, which pages can hide, the last element of this part. */
const lastPart = (): PartElement => {
  let last: PartElement | undefined
  for (const element of document.querySelectorAll<PartElement>('script[src*="/collect-consent.js"]')) last = element
  return last!
}

/** The element of the part that tells the pixel whether the visitor may be identified. */
export const part = (document.currentScript as PartElement | null) ?? lastPart()

/** A prerendered page that the user may never open is not a visit: everything waits until it is opened. */
export function whenOpened(begin: () => void): void {
  if (!(document as { prerendering?: boolean }).prerendering) return begin()
  const go = part.onload as () => void
  part.onload = null
  document.addEventListener('prerenderingchange', () => {
    begin()
    go()
  })
}
