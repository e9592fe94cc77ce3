import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { searchOf } from '../session/search.ts'
import styles from './tab-row.module.css'

export interface TabLink {
  to: string
  /** Where several tabs share one address. */
  search?: Readonly<Record<string, string>>
  name: string
  isCurrent: boolean
}

/** Links to what belongs together, in one row that scrolls where it is too narrow. */
export function TabRow({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const row = useRef<HTMLElement>(null)
  const currentName = tabs.find(({ isCurrent }) => isCurrent)?.name
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!row.current || !current) return
    const { left, right } = row.current.getBoundingClientRect()
    const box = current.getBoundingClientRect()
    if (box.left < left) row.current.scrollLeft -= left - box.left
    if (box.right > right) row.current.scrollLeft += box.right - right
  }, [currentName])
  return (
    <nav ref={row} className={styles.root} aria-label={label}>
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
  )
}
