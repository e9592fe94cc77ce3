import { useEffect, type RefObject } from 'react'
import { isFieldOrOverlay, stepOf } from './row-panel.ts'

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'defaultPrevented'
>

/** What a key does in a list: j and k move by a row, x selects it. Keyboards without Latin letters use their positions. */
export function listKeyOf(event: Pressed): 1 | -1 | 'choose' | undefined {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing, defaultPrevented } = event
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey || shiftKey) return undefined
  if (key === 'x' || (code === 'KeyX' && !/^[a-z]$/i.test(key))) return 'choose'
  // Arrow keys scroll the page as long as no row is open.
  return key.startsWith('Arrow') ? undefined : stepOf(event)
}

/** The row to move to, of `count`, from the focused one or from none. At both ends it stays. */
export const rowAfter = (at: number, count: number, step: 1 | -1): number =>
  at < 0 ? 0 : Math.min(count - 1, Math.max(0, at + step))

/**
 * j and k focus the next or previous row of a list, so that Enter opens it, and x selects it where rows can be selected.
 * Outside of all lists, as on the button that a closed dialog gave the focus back to, the page's first list hears them; fields
 * and what lies over the page keep their keys. While a row is open beside the list, `usePanelKeys` moves instead.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, openKey: string | undefined): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const act = listKeyOf(event)
      const { target } = event
      if (act === undefined || !(target instanceof Element) || !isOf(list.current, target)) return
      const rows = [...list.current!.querySelectorAll<HTMLElement>('tr[data-row]')]
      const at = rows.findIndex((row) => row.contains(target))
      if (act === 'choose') {
        const row = at < 0 ? rows.find((one) => one.dataset['row'] === openKey) : rows[at]
        row?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click()
      } else if (openKey === undefined && rows.length > 0) {
        focusOn(rows[rowAfter(at, rows.length, act)]!)
      } else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [list, openKey])
}

function isOf(list: HTMLElement | null, target: Element): boolean {
  if (!list || isFieldOrOverlay(target)) return false
  const heard = target.closest('[role="table"]') ?? document.querySelector('main [role="table"]')
  return heard !== null && list.contains(heard)
}

/** Its link, so that Enter opens it; rows without one take the focus themselves. */
function focusOn(row: HTMLElement): void {
  const link = row.dataset['link'] === undefined ? null : row.querySelector('a')
  if (!link) row.tabIndex = -1
  const place = link ?? row
  place.focus()
  row.scrollIntoView({ block: 'nearest' })
}
