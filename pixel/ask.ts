import type { BannerElement } from './banner-part.ts'
import type { PartElement } from './load.ts'
import type { Read } from './read-consent.ts'

/** How long a platform of the page's own may take before the visitor is asked by ours. */
const patience_ms = 1_500

/**
 * Asks the visitor where the site's tag says so and the page has no platform of its own: nobody is identified before they say yes. What they said
 * on an earlier page holds.
 */
export function createBanner(part: PartElement, changed: () => void): Read {
  let element: BannerElement | undefined
  let choice: string | undefined
  try {
    choice = localStorage['_lid_choice'] as string | undefined
  } catch {
    // Without storage everybody is asked on each page.
  }
  let isAsked = false
  const startedAt_ms = Date.now()
  const show = (): void => {
    element = document.createElement('script') as BannerElement
    element.choice = choice === 'yes' || choice === 'no' ? choice : undefined
    element.told = () => {
      choice = element!.choice
      changed()
    }
    element.nonce = part.nonce
    element.src = part.src.replace('/collect-consent.js', '/collect-banner.js')
    document.head.appendChild(element)
  }
  return () => {
    if (!isAsked && Date.now() - startedAt_ms > patience_ms) {
      isAsked = true
      show()
    }
    return choice === 'yes' ? '' : choice === 'no' ? 'consent' : 'wait'
  }
}
