import { useNavigate, useRouter, type ParsedLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, type MouseEvent } from 'react'
import { useSearchText } from '../../session/address.ts'
import { searchOf, type Search } from '../../session/search.ts'
import { useStillHere } from '../../session/still-here.ts'
import { fitsSidePanel } from '../../ui/on-resize.ts'

/** The row open in the side panel. It is stored in the URL, so Back closes it and a link opens it again. */
export type RowPanel = {
  openKey: string | undefined
  open: (key: string) => void
  close: () => void
}

/** What a history entry shows besides the panel. `ahead`: the entry that is about to be pushed. */
const placeOf = ({ search, state }: ParsedLocation, name: string, ahead = 0): string =>
  JSON.stringify([state.__TSR_index + ahead, { ...(search as Search), [name]: undefined }, state.listSearch])

/** @param name Search parameter that holds the open row's key. */
export function useRowPanel(name: string): RowPanel {
  const openKey = useSearchText(name)
  const navigate = useNavigate()
  const router = useRouter()
  const isHere = useStillHere()
  // If the panel was opened on this page, closing it goes back in history; it stays here if a link opened it, or if the
  // list was filtered, searched or paged since.
  const openedAt = useRef<string | null>(null)
  useEffect(() => {
    if (openKey === undefined) openedAt.current = null
  }, [openKey])
  const go = useCallback(
    (key: string | undefined, replace: boolean) => {
      // While the next page loads, `.` is already that page.
      if (!isHere()) return
      const next = (before: Search): Search => ({ ...before, [name]: key })
      void navigate({ to: '.', search: searchOf(next), state: true, replace, resetScroll: false })
    },
    [navigate, name, isHere],
  )
  return useMemo(
    () => ({
      openKey,
      open: (key) => {
        if (openKey === undefined) openedAt.current = placeOf(router.state.location, name, 1)
        go(key, openKey !== undefined)
      },
      close: () => {
        // A dialog of the panel may end after the user has left the page.
        if (!isHere()) return
        if (openedAt.current === placeOf(router.state.location, name)) router.history.back()
        else go(undefined, true)
      },
    }),
    [openKey, go, router, name, isHere],
  )
}

/** Click handler of a row's link. Modified clicks keep their usual behavior, and narrow screens open the page. */
export function openInPanel(event: MouseEvent, panel: RowPanel, key: string): void {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (!isPlain || !fitsSidePanel()) return
  event.preventDefault()
  if (panel.openKey !== key) panel.open(key)
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, KeyJ: 1, KeyK: -1 }

/** How many rows a key moves by. Keyboards without Latin letters use the positions of j and k. */
export function stepOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): 1 | -1 | undefined {
  return steps[key] ?? (/^[a-z]$/i.test(key) ? undefined : steps[code])
}

/** The next row in a direction: the first if the open row is on another page, undefined at the end. */
export function keyAfter(keys: readonly string[], openKey: string, step: 1 | -1): string | undefined {
  const at = keys.indexOf(openKey)
  return at < 0 ? keys[0] : keys[at + step]
}

/** Elements that handle arrow keys and letters themselves. */
const fieldSelector =
  'input, textarea, select, [contenteditable], [role="radio"], [role="tab"], [role="combobox"], [role="menu"] *'
/** Whether an overlay above the panel should close first. Closed dropdowns stay in the DOM, so check visibility. */
const isBelow = (target: Element): boolean =>
  // This key may already have closed a dialog, but its target is still inside it.
  target.closest('[role="dialog"]:not([data-side-panel]), [role="menu"]') !== null ||
  [...document.querySelectorAll('[aria-modal="true"], [role="menu"], [role="listbox"]')].some((one) =>
    one.checkVisibility(),
  )

export const isFieldOrOverlay = (target: Element): boolean => target.matches(fieldSelector) || isBelow(target)

/** Arrow keys, j and k move to the next row while the focus is in the list or its panel; Escape closes the panel. */
export function usePanelKeys(panel: RowPanel | undefined, keys: readonly string[]): void {
  const openKey = panel?.openKey
  useEffect(() => {
    if (!panel || openKey === undefined) return undefined
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (!(target instanceof Element) || isFieldOrOverlay(target)) return
      if (event.key === 'Escape') return panel.close()
      const step = stepOf(event)
      if (step === undefined || !target.closest('[data-side-panel], [role="table"]')) return
      event.preventDefault()
      const next = keyAfter(keys, openKey, step)
      if (next === undefined || next === openKey) return
      panel.open(next)
      rowOf(next)?.scrollIntoView({ block: 'nearest' })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [panel, openKey, keys])
  useFocusOnRow(openKey)
}

const rowOf = (key: string): HTMLElement | null => document.querySelector(`tr[data-row="${CSS.escape(key)}"]`)

/** After the panel closes, moves the focus to the row that was open. */
function useFocusOnRow(openKey: string | undefined): void {
  const before = useRef(openKey)
  useEffect(() => {
    const was = before.current
    before.current = openKey
    if (was === undefined || openKey !== undefined || document.activeElement !== document.body) return
    rowOf(was)?.querySelector('a')?.focus()
  }, [openKey])
}
