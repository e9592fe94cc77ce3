import type { ReactNode } from 'react'
import styles from './lines.module.css'

type LinesProps = {
  children: ReactNode
  /** What else there is to say, in one quiet line below. */
  detail?: ReactNode
  /** Beside the value: badges. They stay whole where the value is cut. */
  beside?: ReactNode
  /** Of what a row is named after. */
  strong?: boolean
}

/** A cell of at most two lines, each cut where its column ends: a row is as high as every other. */
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
