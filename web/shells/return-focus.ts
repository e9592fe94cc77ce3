import { useLayoutEffect } from 'react'

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/** The last focused element, because a menu item is gone before its dialog's code has loaded. */
let lastFocused: Element | null = null
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target !== document.body) lastFocused = target
  })

/** An element and its ancestors, innermost first: the fallbacks if the element is gone. */
type Place = readonly Element[]

function presentPlace(): Place {
  const active = document.activeElement
  const opener = active && active !== document.body ? active : lastFocused
  const menu = opener?.closest('[role="menu"]')
  // Selecting an item closes the menu, so use the button that opened it.
  const from = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : opener
  const place: Element[] = []
  for (let one = from; one && one !== document.body; one = one.parentElement) place.push(one)
  return place
}

function restoreFocus(place: Place): void {
  const active = document.activeElement
  // Keep the focus if it has moved elsewhere in the meantime.
  if (active && active !== document.body && active.isConnected && !active.closest('[role="dialog"]')) return
  const [opener, ...around] = place
  if (opener instanceof HTMLElement && opener.isConnected && opener.checkVisibility()) return opener.focus()
  const nearest = around.find((one) => one.isConnected && one.matches('tbody, ul, section, [role="dialog"]'))
  // Without anything near, as on the page that a search has opened, reading and tabbing start at the page's top.
  const next = nearest?.querySelector<HTMLElement>(focusable) ?? document.querySelector<HTMLElement>('main')
  next?.focus()
}

/** Origin of a dialog that is just closing. A dialog opened at the same moment inherits it and restores the focus. */
let closing: { place: Place; timer: ReturnType<typeof setTimeout> } | null = null

function inheritedPlace(): Place | null {
  if (!closing) return null
  clearTimeout(closing.timer)
  const { place } = closing
  closing = null
  return place
}

/** When a dialog closes, restores the focus to the element that opened it, or the nearest one if it is gone. */
export function useReturnFocus(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined
    const place = inheritedPlace() ?? presentPlace()
    return () => {
      // Wait until the screen is updated and removed elements are gone.
      const timer = setTimeout(() => {
        closing = null
        restoreFocus(place)
      })
      closing = { place, timer }
    }
  }, [opened])
}
