import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { maxChosenAtOnce, type DeliveryRow } from '#contract/integrations/deliveries.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { ChooseCell, ChosenBar } from '../../shells/chosen-rows.tsx'
import { ResendDialog } from './resend-dialog.tsx'

/** The selected rows, which stay selected when the list changes. */
export type Chosen = {
  rows: ReadonlyMap<string, DeliveryRow>
  toggle: (row: DeliveryRow) => void
  /** Selects these, up to the limit of one call. */
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
        if (!after.delete(row.id) && after.size < maxChosenAtOnce) after.set(row.id, row)
        return after
      }),
    add: (more) =>
      setRows((before) => new Map([...before, ...more.map((row) => [row.id, row] as const)].slice(0, maxChosenAtOnce))),
    clear: () => setRows(new Map()),
  }
}

/** A delivery's checkbox, next to its cell's content. */
export function ChooseDelivery({
  row,
  selection,
  children,
}: {
  row: DeliveryRow
  selection: Chosen
  children: ReactNode
}) {
  const t = useT()
  const label = t('Select the delivery of {name} to {target}', {
    name: isolate(row.lead_name),
    target: isolate(row.target),
  })
  return (
    <ChooseCell
      label={label}
      isChosen={selection.rows.has(row.id)}
      isFull={selection.rows.size >= maxChosenAtOnce}
      onToggle={() => selection.toggle(row)}
    >
      {children}
    </ChooseCell>
  )
}

type ChosenDeliveriesProps = { selection: Chosen; rows: readonly DeliveryRow[]; companyId: string }

/** Bulk actions on the selected deliveries; hidden while none is selected. */
export function ChosenDeliveries({ selection, rows, companyId }: ChosenDeliveriesProps) {
  const t = useT()
  const [isAsking, setIsAsking] = useState(false)
  const { size } = selection.rows
  if (size === 0) return null
  const hasRest = rows.some(({ id }) => !selection.rows.has(id))
  return (
    <ChosenBar
      label={t('Selected deliveries')}
      count={t('{count, plural, one {# delivery selected} other {# deliveries selected}}', { count: size })}
      isFull={size >= maxChosenAtOnce}
      onChooseShown={hasRest ? () => selection.add(rows) : null}
      onClear={selection.clear}
      actions={
        <Button size="xs" onClick={() => setIsAsking(true)}>
          {t('Resend')}
        </Button>
      }
    >
      {isAsking && (
        <ResendDialog
          companyId={companyId}
          rows={[...selection.rows.values()]}
          onClose={() => setIsAsking(false)}
          onDone={selection.clear}
        />
      )}
    </ChosenBar>
  )
}
