import type { ReactNode } from 'react'
import styles from './wide-table.module.css'

type WideTableProps = {
  /** Accessible label for screen readers. */
  label: string
  /** The first column contains user-defined names, which need more room. */
  hasNames?: boolean
  /** `thead`, `tbody` and other table parts; cells with figures have `data-align="end"`. */
  children: ReactNode
}

/** A table that keeps its columns on narrow screens and scrolls sideways instead. */
export function WideTable({ label, hasNames = false, children }: WideTableProps) {
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label} data-names={hasNames || undefined}>
        {children}
      </table>
    </div>
  )
}
