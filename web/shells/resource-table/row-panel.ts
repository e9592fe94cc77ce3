import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, type MouseEvent } from 'react'
import { useSearchText } from '../../session/address.ts'
import { searchOf, type Search } from '../../session/search.ts'
import { hasRoomBeside } from '../../ui/on-resize.ts'

/** Which row is open in the panel beside the list. It is kept in the URL: Back closes it, and a link opens it again. */
export type RowPanel = {
  openKey: string | undefined
  open: (key: string) => void
  close: () => void
}

/** @param name under which the address says which row is open. */
export function useRowPanel(name: string): RowPanel {
  const openKey = useSearchText(name)
  const navigate = useNavigate()
  const { history } = useRouter()
  // Closing goes back to where it was opened from, and stays on the page where a link came with it open.
  const openedHere = useRef(false)
  useEffect(() => {
    if (openKey === undefined) openedHere.current = false
  }, [openKey])
  const go = useCallback(
    (key: string | undefined, replace: boolean) => {
      const next = (before: Search): Search => ({ ...before, [name]: key })
      void navigate({ to: '.', search: searchOf(next), replace, resetScroll: false })
    },
    [navigate, name],
  )
  return useMemo(
    () => ({
      openKey,
      open: (key) => {
        if (openKey === undefined) openedHere.current = true
        go(key, openKey !== undefined)
      },
      close: () => {
        if (openedHere.current) history.back()
        else go(undefined, true)
      },
    }),
    [openKey, go, history],
  )
}

/** Of the link of a row. Keys and buttons that open a link elsewhere do so here too; narrow screens show its page. */
export function openBeside(event: MouseEvent, panel: RowPanel, key: string): void {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (!isPlain || !hasRoomBeside()) return
  event.preventDefault()
  if (panel.openKey !== key) panel.open(key)
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, KeyJ: 1, KeyK: -1 }

/** By how many rows a key goes on; a keyboard of another script has j and k in the same places. */
export function stepOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): 1 | -1 | undefined {
  return steps[key] ?? (/^[a-z]$/i.test(key) ? undefined : steps[code])
}

/** The row that follows in a direction: the first where the open one is on another page of the list, none at its end. */
export function keyAfter(keys: readonly string[], openKey: string, step: 1 | -1): string | undefined {
  const at = keys.indexOf(openKey)
  return at < 0 ? keys[0] : keys[at + step]
}

/** What has arrow keys and letters of its own. */
const typed =
  'input, textarea, select, [contenteditable], [role="radio"], [role="tab"], [role="combobox"], [role="menu"] *'
/** Whether something lies over the panel, which is closed before it. Lists of choices stay in the document when they are shut. */
const isBelow = (target: Element): boolean =>
  // A dialog that this very key has closed is gone already; what had the focus in it still says so.
  target.closest('[role="dialog"]:not([data-side-panel]), [role="menu"]') !== null ||
  [...document.querySelectorAll('[aria-modal="true"], [role="menu"], [role="listbox"]')].some((one) =>
    one.checkVisibility(),
  )

/** Arrows, j and k go on to the next row while the focus is in the list or its panel; Escape closes. */
export function usePanelKeys(panel: RowPanel | undefined, keys: readonly string[]): void {
  const openKey = panel?.openKey
  useEffect(() => {
    if (!panel || openKey === undefined) return undefined
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (!(target instanceof Element) || target.matches(typed) || isBelow(target)) return
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

/** Once the panel is closed, reading goes on at the row that was open in it. */
function useFocusOnRow(openKey: string | undefined): void {
  const before = useRef(openKey)
  useEffect(() => {
    const was = before.current
    before.current = openKey
    if (was === undefined || openKey !== undefined || document.activeElement !== document.body) return
    rowOf(was)?.querySelector('a')?.focus()
  }, [openKey])
}
