import type { ReactNode } from 'react'
import styles from './card.module.css'

/** A content surface with a hairline border and soft shadow. `flush` leaves the padding to the content (tables). */
export function Card({
  children,
  flush = false,
  className,
}: {
  children: ReactNode
  flush?: boolean
  className?: string
}) {
  return (
    <div className={[styles.root, className].filter(Boolean).join(' ')} data-flush={flush || undefined}>
      {children}
    </div>
  )
}
