import type { ReactNode } from 'react'
import styles from './wide-table.module.css'

type WideTableProps = {
  /** What it holds, for screen readers. */
  label: string
  /** The first column has names that somebody gave, which need more room. */
  hasNames?: boolean
  /** `thead`, `tbody` and what else a table has; cells of figures carry `data-align="end"`. */
  children: ReactNode
}

/** A table that keeps its columns on narrow screens, where it is scrolled to the side. */
export function WideTable({ label, hasNames = false, children }: WideTableProps) {
  return (
    // Without a tab stop of its own nobody could scroll it by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label} data-names={hasNames || undefined}>
        {children}
      </table>
    </div>
  )
}
