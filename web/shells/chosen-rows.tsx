import { Button, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat } from '../i18n/format.ts'
import { useT } from '../i18n/texts.tsx'
import styles from './chosen-rows.module.css'

type ChooseCellProps = {
  label: string
  isChosen: boolean
  /** The limit of selected rows is reached. */
  isFull: boolean
  onToggle: () => void
  children: ReactNode
}

/** A table cell with the checkbox that selects its row. */
export function ChooseCell({ label, isChosen, isFull, onToggle, children }: ChooseCellProps) {
  return (
    <span className={styles.choose}>
      <Checkbox size="sm" checked={isChosen} disabled={!isChosen && isFull} onChange={onToggle} aria-label={label} />
      {children}
    </span>
  )
}

type ChosenBarProps = {
  label: string
  /** Number of selected rows, as text. */
  count: string
  isFull: boolean
  /** Selects all rows shown; null if none are left to select. */
  onChooseShown?: (() => void) | null
  /** Selects all rows of the filter, of which there are so many; null if that cannot be, or all are. */
  all?: { total: number; onChoose: () => void } | null
  onClear: () => void
  /** If the bar is closed by it, not a selection cleared. */
  clearLabel?: string
  /** Buttons for the selected rows. */
  actions: ReactNode
  /** Their confirmation dialog. */
  children: ReactNode
}

/** Toolbar of the selected rows; sticks to the bottom below a long list. */
export function ChosenBar({
  label,
  count,
  isFull,
  onChooseShown,
  all,
  onClear,
  clearLabel,
  actions,
  children,
}: ChosenBarProps) {
  const t = useT()
  const format = useFormat()
  return (
    <section className={styles.bar} aria-label={label}>
      <span role="status" className={styles.count}>
        {count}
        {isFull && ` · ${t('No more can be selected at once.')}`}
      </span>
      <div className={styles.actions}>
        {onChooseShown && !isFull && (
          <Button size="xs" variant="default" onClick={onChooseShown}>
            {t('Select all shown')}
          </Button>
        )}
        {all && (
          <Button size="xs" variant="default" onClick={all.onChoose}>
            {t('Select all {number}', { number: format.number(all.total) })}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onClear}>
          {clearLabel ?? t('Clear selection')}
        </Button>
        {actions}
      </div>
      {children}
    </section>
  )
}
