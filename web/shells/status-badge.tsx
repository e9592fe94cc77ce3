import type { ReactNode } from 'react'
import styles from './status-badge.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'plain'

/** A state in one or two words. Color never says it alone: the words do, a dot helps. */
export function StatusBadge({ tone, children, pulse = false }: { tone: Tone; children: ReactNode; pulse?: boolean }) {
  return (
    <span className={styles.root} data-tone={tone}>
      <span className={styles.dot} data-pulse={pulse || undefined} aria-hidden />
      <span className={styles.words}>{children}</span>
    </span>
  )
}
