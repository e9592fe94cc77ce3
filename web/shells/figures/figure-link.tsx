import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './figure-link.module.css'
import type { RowsLink } from './rows-link.ts'

type FigureLinkProps = {
  /** Absent where no list has exactly the rows that the figure counts. */
  rows: RowsLink | undefined
  /** Element that names what is counted, where no table's heading does. */
  labelId?: string
  children: ReactNode
}

/** A figure that opens the rows that it counts. */
export function FigureLink({ rows, labelId, children }: FigureLinkProps) {
  if (!rows) return children
  return (
    <Link to={rows.to} search={rows.search} className={styles.link} aria-describedby={labelId}>
      {children}
    </Link>
  )
}
