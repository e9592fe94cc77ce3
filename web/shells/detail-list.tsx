import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './detail-list.module.css'

export type Detail = {
  label: string
  /** `null` shows a dash. `undefined` is not accepted, so that a missing value is explicit. */
  value: ReactNode
  /** Uses the full width, for long texts and snippets. */
  wide?: boolean
}

/** A list of names and values, in as many columns as fit. */
export function DetailList({ items, loading }: { items: readonly Detail[]; loading: boolean }) {
  return (
    <dl className={styles.root} aria-busy={loading || undefined}>
      {items.map((item) => (
        <div key={item.label} className={styles.item} data-wide={item.wide || undefined}>
          <dt>{item.label}</dt>
          <dd>{loading ? <Skeleton height={14} width="60%" my={4} /> : (item.value ?? '—')}</dd>
        </div>
      ))}
    </dl>
  )
}
