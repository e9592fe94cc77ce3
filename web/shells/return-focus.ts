import { useLayoutEffect } from 'react'

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/** The last focused element: a menu entry is gone before the code of its dialog has loaded. */
let lastFocused: Element | null = null
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target !== document.body) lastFocused = target
  })

/** An element and its ancestors, from the inside out: the next best place if it is gone. */
type Place = readonly Element[]

function presentPlace(): Place {
  const active = document.activeElement
  const opener = active && active !== document.body ? active : lastFocused
  const menu = opener?.closest('[role="menu"]')
  // A menu is closed by its choice; what stays is the button that opened it.
  const from = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : opener
  const place: Element[] = []
  for (let one = from; one && one !== document.body; one = one.parentElement) place.push(one)
  return place
}

function restoreFocus(place: Place): void {
  const active = document.activeElement
  // If the focus has moved elsewhere meanwhile, it stays there.
  if (active && active !== document.body && active.isConnected && !active.closest('[role="dialog"]')) return
  const [opener, ...around] = place
  if (opener instanceof HTMLElement && opener.isConnected && opener.checkVisibility()) return opener.focus()
  const nearest = around.find((one) => one.isConnected && one.matches('tbody, ul, section, [role="dialog"], main'))
  const next = nearest?.querySelector<HTMLElement>(focusable) ?? document.querySelector<HTMLElement>('main')
  next?.focus()
}

/** The origin of a dialog that is just closing: a dialog that opens in the same moment inherits it and returns the focus there. */
let closing: { place: Place; timer: ReturnType<typeof setTimeout> } | null = null

function inheritedPlace(): Place | null {
  if (!closing) return null
  clearTimeout(closing.timer)
  const { place } = closing
  closing = null
  return place
}

/** Gives the focus back to what opened this, or to what is next to it, when it closes in whichever way. */
export function useReturnFocus(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined
    const place = inheritedPlace() ?? presentPlace()
    return () => {
      // Once the screen is as it will be: what was removed, is.
      const timer = setTimeout(() => {
        closing = null
        restoreFocus(place)
      })
      closing = { place, timer }
    }
  }, [opened])
}
