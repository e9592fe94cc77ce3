import type { ReactNode } from 'react'
import styles from './lines.module.css'

type LinesProps = {
  children: ReactNode
  /** Secondary text, in a muted line below. */
  detail?: ReactNode
  /** Badges next to the value, which stay whole when the value is truncated. */
  beside?: ReactNode
  /** Bold, for the text that identifies the row. */
  strong?: boolean
}

/** A cell with at most two lines, each truncated at the column's edge, so that all rows have the same height. */
export function Lines({ children, detail, beside, strong = false }: LinesProps) {
  return (
    <span className={styles.root}>
      <span className={styles.first}>
        <bdi className={styles.value} data-strong={strong || undefined}>
          {children}
        </bdi>
        {beside}
      </span>
      {detail && <bdi className={styles.detail}>{detail}</bdi>}
    </span>
  )
}
