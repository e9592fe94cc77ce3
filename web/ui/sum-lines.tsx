import type { ReactNode } from 'react'
import styles from './sum-lines.module.css'

/** A list of sums, one per line. */
export function SumLines({ children }: { children: ReactNode }) {
  return <ul className={styles.lines}>{children}</ul>
}

/** A sum, preceded by its label. */
export function SumLine({ of, children }: { of: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.line}>
      <span className={styles.side}>{of}</span>
      <span className={styles.side}>{children}</span>
    </li>
  )
}
