import type { ReactNode } from 'react'
import styles from './status-badge.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'plain'

/** A status in one or two words, with a colored dot. Color alone must not convey it. */
export function StatusBadge({ tone, children, pulse = false }: { tone: Tone; children: ReactNode; pulse?: boolean }) {
  return (
    <span className={styles.root} data-tone={tone}>
      <span className={styles.dot} data-pulse={pulse || undefined} aria-hidden />
      <span className={styles.words}>{children}</span>
    </span>
  )
}
