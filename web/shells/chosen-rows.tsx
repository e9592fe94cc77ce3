import { Button, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../i18n/texts.tsx'
import styles from './chosen-rows.module.css'

type ChooseCellProps = {
  label: string
  isChosen: boolean
  /** Nothing more can be chosen at once. */
  isFull: boolean
  onToggle: () => void
  /** Stands at the end of its cell. */
  atEnd?: boolean
  children: ReactNode
}

/** The tick of one row of a table, beside what its cell says. */
export function ChooseCell({ label, isChosen, isFull, onToggle, atEnd, children }: ChooseCellProps) {
  return (
    <span className={styles.choose} data-at-end={atEnd}>
      <Checkbox size="sm" checked={isChosen} disabled={!isChosen && isFull} onChange={onToggle} aria-label={label} />
      {children}
    </span>
  )
}

type ChosenBarProps = {
  label: string
  /** How many are chosen, in words. */
  count: string
  isFull: boolean
  /** Chooses whatever else the list shows; null where nothing is left to choose. */
  onChooseShown?: (() => void) | null
  onClear: () => void
  /** What can be done with them. */
  actions: ReactNode
  /** The dialog that asks about it. */
  children: ReactNode
}

/** What is done with the ticked rows: stays in sight below a long list. */
export function ChosenBar({ label, count, isFull, onChooseShown, onClear, actions, children }: ChosenBarProps) {
  const t = useT()
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
        <Button size="xs" variant="default" onClick={onClear}>
          {t('Clear choice')}
        </Button>
        {actions}
      </div>
      {children}
    </section>
  )
}
