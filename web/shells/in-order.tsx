import type { ReactNode } from 'react'
import styles from './in-order.module.css'

/**
 * Parts one below the other whose heights only their data tell. Each is shown once those above it have loaded, because it
 * would move otherwise; a part that may turn out empty is a `Skeleton` without a height until then.
 */
export function InOrder({ children }: { children: ReactNode }) {
  return <div className={styles.root}>{children}</div>
}
