import { Button, Checkbox } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { mostChosenAtOnce, type DeliveryRow } from '#contract/integrations/deliveries.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import styles from './deliveries-page.module.css'
import { ResendDialog } from './resend-dialog.tsx'

/** Rows that somebody has ticked, whatever the list shows meanwhile. */
export type Chosen = {
  rows: ReadonlyMap<string, DeliveryRow>
  toggle: (row: DeliveryRow) => void
  /** Ticks these, as far as one call takes them. */
  add: (rows: readonly DeliveryRow[]) => void
  clear: () => void
}

export function useChosen(): Chosen {
  const [rows, setRows] = useState<ReadonlyMap<string, DeliveryRow>>(new Map())
  return {
    rows,
    toggle: (row) =>
      setRows((before) => {
        const after = new Map(before)
        if (!after.delete(row.id) && after.size < mostChosenAtOnce) after.set(row.id, row)
        return after
      }),
    add: (more) =>
      setRows(
        (before) => new Map([...before, ...more.map((row) => [row.id, row] as const)].slice(0, mostChosenAtOnce)),
      ),
    clear: () => setRows(new Map()),
  }
}

/** The tick of one row, beside what its cell says. */
export function ChooseCell({ row, chosen, children }: { row: DeliveryRow; chosen: Chosen; children: ReactNode }) {
  const t = useT()
  const isChosen = chosen.rows.has(row.id)
  return (
    <span className={styles.choose}>
      <Checkbox
        size="xs"
        checked={isChosen}
        disabled={!isChosen && chosen.rows.size >= mostChosenAtOnce}
        onChange={() => chosen.toggle(row)}
        aria-label={t('Choose the delivery of {name} to {target}', {
          name: isolate(row.lead_name),
          target: isolate(row.target),
        })}
      />
      {children}
    </span>
  )
}

type ChosenBarProps = { chosen: Chosen; shown: readonly DeliveryRow[]; companyId: string }

/** What is done with the ticked rows: stays in sight below a long list, and is absent while none is ticked. */
export function ChosenBar({ chosen, shown, companyId }: ChosenBarProps) {
  const t = useT()
  const [isAsking, setIsAsking] = useState(false)
  const { size } = chosen.rows
  if (size === 0) return null
  const isFull = size >= mostChosenAtOnce
  const rest = shown.filter(({ id }) => !chosen.rows.has(id))
  return (
    <section className={styles.bar} aria-label={t('Chosen deliveries')}>
      <span role="status" className={styles.count}>
        {t('{count, plural, one {# delivery chosen} other {# deliveries chosen}}', { count: size })}
        {isFull && ` · ${t('More cannot be chosen at once.')}`}
      </span>
      <div className={styles.barActions}>
        {rest.length > 0 && !isFull && (
          <Button size="xs" variant="default" onClick={() => chosen.add(shown)}>
            {t('Choose all shown')}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={chosen.clear}>
          {t('Clear choice')}
        </Button>
        <Button size="xs" onClick={() => setIsAsking(true)}>
          {t('Send again')}
        </Button>
      </div>
      {isAsking && (
        <ResendDialog
          companyId={companyId}
          rows={[...chosen.rows.values()]}
          onClose={() => setIsAsking(false)}
          onDone={chosen.clear}
        />
      )}
    </section>
  )
}
