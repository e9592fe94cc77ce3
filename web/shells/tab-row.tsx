import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { searchOf } from '../session/search.ts'
import styles from './tab-row.module.css'

export interface TabLink {
  to: string
  /** Where several tabs share one address. */
  search?: Readonly<Record<string, string>>
  name: string
  isCurrent: boolean
}

/** How much of the row is faded out at an edge beyond which there is more. */
const edge_px = 40

/** Links to what belongs together, in one row that scrolls where it is too narrow, and shows that it does. */
export function TabRow({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const row = useRef<HTMLElement>(null)
  const currentName = tabs.find(({ isCurrent }) => isCurrent)?.name
  const cut = useCutEdges(row)
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!row.current || !current) return
    const around = row.current.getBoundingClientRect()
    const box = current.getBoundingClientRect()
    if (box.left < around.left) row.current.scrollLeft -= around.left - box.left + edge_px
    if (box.right > around.right) row.current.scrollLeft += box.right - around.right + edge_px
  }, [currentName])
  const turn = (direction: 1 | -1): void =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.7, behavior: 'smooth' })
  return (
    <div className={styles.root}>
      <nav
        ref={row}
        className={styles.tabs}
        aria-label={label}
        data-cut-left={cut.left || undefined}
        data-cut-right={cut.right || undefined}
      >
        {tabs.map(({ to, search, name, isCurrent }) => (
          <Link
            key={name}
            to={to}
            search={searchOf(search)}
            className={styles.tab}
            activeOptions={{ exact: true, includeSearch: search !== undefined }}
            aria-current={isCurrent ? 'page' : undefined}
            resetScroll={search === undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      {(cut.left || cut.right) && (
        // For a mouse only: the Tab key scrolls the row by itself, and so does a finger.
        <div className={styles.turns} aria-hidden>
          <button type="button" tabIndex={-1} disabled={!cut.left} onClick={() => turn(-1)}>
            <IconChevronLeft size={16} stroke={1.75} />
          </button>
          <button type="button" tabIndex={-1} disabled={!cut.right} onClick={() => turn(1)}>
            <IconChevronRight size={16} stroke={1.75} />
          </button>
        </div>
      )}
    </div>
  )
}

/** At which edges of a row that scrolls more follows; left and right, whatever the direction of writing. */
function useCutEdges(row: RefObject<HTMLElement | null>): { left: boolean; right: boolean } {
  const [edges, setEdges] = useState({ left: false, right: false })
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const look = (): void => {
      const around = element.getBoundingClientRect()
      const boxes = [...element.children].map((tab) => tab.getBoundingClientRect())
      const next = {
        left: boxes.some((box) => box.left < around.left - 1),
        right: boxes.some((box) => box.right > around.right + 1),
      }
      setEdges((before) => (before.left === next.left && before.right === next.right ? before : next))
    }
    look()
    const sizes = new ResizeObserver(look)
    // Names change their width with the language and once the font is there.
    for (const one of [element, ...element.children]) sizes.observe(one)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  })
  return edges
}
