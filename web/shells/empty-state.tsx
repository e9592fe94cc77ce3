import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

export type EmptyStateProps = {
  /** What is missing, in a few words. */
  title: string
  /** What to do next. Required, because an empty screen must offer a next step. */
  hint: ReactNode
  icon?: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, hint, icon, action }: EmptyStateProps) {
  return (
    <div className={styles.root}>
      {icon && (
        <div className={styles.icon} aria-hidden>
          {icon}
        </div>
      )}
      <p className={styles.title}>{title}</p>
      <div className={styles.hint}>{hint}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
