import { Skeleton } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import type { Comparison } from '#contract/reports/comparison.ts'
import { Card } from '../../ui/card.tsx'
import { FigureLink } from './figure-link.tsx'
import layout from './figure-layout.module.css'
import { FiguresNote } from './figures-note.tsx'
import styles from './figures.module.css'
import type { RowsLink } from './rows-link.ts'

/** One of the large figures at the top of a report: its label, value and change. */
export function FigureTile({
  label,
  note,
  badge,
  rows,
  children,
}: {
  label: string
  note: string
  badge?: ReactNode
  /** The rows that it counts. */
  rows?: RowsLink | undefined
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
          <bdi>
            <FigureLink rows={rows} labelId={labelId}>
              {children}
            </FigureLink>
          </bdi>
        </div>
        <div className={styles.note}>{note}</div>
      </div>
    </Card>
  )
}

type FigureTilesProps = {
  label: string
  /** Of the days that the figures are about. */
  timeZone: string
  comparison: Comparison
  children: ReactNode
}

export function FigureTiles({ label, timeZone, comparison, children }: FigureTilesProps) {
  return (
    <div className={layout.figures}>
      <div className={layout.tiles} role="group" aria-label={label}>
        {children}
      </div>
      <FiguresNote timeZone={timeZone} comparison={comparison} />
    </div>
  )
}

export function LoadingTiles({ tiles }: { tiles: number }) {
  return (
    <div className={layout.figures}>
      <div className={layout.tiles} aria-busy="true">
        {Array.from({ length: tiles }, (_, n) => (
          <Skeleton key={n} height={112} radius="lg" />
        ))}
      </div>
      <FiguresNote />
    </div>
  )
}
