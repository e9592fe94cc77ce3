import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import styles from './stat-tile.module.css'

export type StatTileProps = {
  label: string
  /** `undefined` while loading. Required, so that a tile never shows a made-up zero. */
  value: ReactNode | undefined
  /** A comparison or breakdown. */
  note?: ReactNode
  icon?: ReactNode
}

export function StatTile({ label, value, note, icon }: StatTileProps) {
  return (
    <Card className={styles.root}>
      <div className={styles.label}>
        <span>{label}</span>
        {icon && <span aria-hidden>{icon}</span>}
      </div>
      {value === undefined ? <Skeleton height={28} width="55%" mt={6} /> : <div className={styles.value}>{value}</div>}
      {note && <div className={styles.note}>{note}</div>}
    </Card>
  )
}

/** A row of tiles, as many as fit. */
export function StatTiles({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
