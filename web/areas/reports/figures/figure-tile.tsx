import { Skeleton } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'
import layout from './figure-layout.module.css'
import styles from './figures.module.css'

/** One of the large figures at the top of a report: its label, value and change. */
export function FigureTile({
  label,
  note,
  badge,
  children,
}: {
  label: string
  note: string
  badge?: ReactNode
  children: ReactNode
}) {
  const labelId = useId()
  return (
    <Card className={styles.tile}>
      <div role="group" aria-labelledby={labelId}>
        <div className={styles.label}>
          <span id={labelId}>{label}</span>
          {badge}
        </div>
        <div className={styles.value}>
          <bdi>{children}</bdi>
        </div>
        <div className={styles.note}>{note}</div>
      </div>
    </Card>
  )
}

export function FigureTiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={layout.tiles} role="group" aria-label={label}>
      {children}
    </div>
  )
}

export function LoadingTiles({ tiles }: { tiles: number }) {
  return (
    <div className={layout.tiles} aria-busy="true">
      {Array.from({ length: tiles }, (_, n) => (
        <Skeleton key={n} height={112} radius="lg" />
      ))}
    </div>
  )
}
