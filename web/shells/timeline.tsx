import type { ReactNode } from 'react'
import { useFormat } from '../i18n/format.ts'
import type { Tone } from './status-badge.tsx'
import styles from './timeline.module.css'

export type TimelineEntry = {
  key: string
  /** ISO instant. */
  at: string
  title: ReactNode
  note?: ReactNode
  tone?: Tone
}

/** A list of events, newest first unless the caller sorts otherwise. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const format = useFormat()
  return (
    <ol className={styles.root}>
      {entries.map((entry) => (
        <li key={entry.key} className={styles.entry} data-tone={entry.tone ?? 'plain'}>
          <div className={styles.head}>
            <span className={styles.title}>{entry.title}</span>
            <time dateTime={entry.at} className={styles.time}>
              {format.dateTime(entry.at)}
            </time>
          </div>
          {entry.note && <div className={styles.note}>{entry.note}</div>}
        </li>
      ))}
    </ol>
  )
}
