import { Button } from '@mantine/core'
import { IconPlus, IconReceiptTax } from '@tabler/icons-react'
import { useState } from 'react'
import { listTaxRates, readTaxDetails, removeTaxRate, type TaxRate } from '#contract/taxes/taxes.ts'
import { useFormat, type Format } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { StatusBadge, type Tone } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { TitledPart } from '../../ui/titled-part.tsx'
import { usePlaceName } from './place-fields.tsx'
import { RateDialog } from './rate-dialog.tsx'
import styles from './taxes.module.css'

const states: Readonly<Record<TaxRate['state'], { label: Text; tone: Tone }>> = {
  current: { label: msg('Active'), tone: 'ok' },
  coming: { label: msg('Later'), tone: 'plain' },
  past: { label: msg('Replaced'), tone: 'plain' },
}

/** A seller's tax rates by place. Rates are added and removed, never changed. */
export function TaxRates({ companyId }: { companyId: string }) {
  const t = useT()
  const me = useMe()
  const format = useFormat()
  const nameOf = usePlaceName()
  const [isAdding, setAdding] = useState(false)
  const [rateToRemove, setRateToRemove] = useState<TaxRate | null>(null)
  const mayChange = me.may('settings.update')
  const add = (
    <Button variant="default" leftSection={<IconPlus size={17} stroke={1.75} />} onClick={() => setAdding(true)}>
      {t('Add tax rate')}
    </Button>
  )
  return (
    <TitledPart title={t('Tax rates')} action={mayChange && add}>
      <p className={styles.quiet}>
        {t(
          'Each invoice line is taxed by the payer’s location: the region’s rate, or the country’s if the region has none. Payers without a location aren’t taxed.',
        )}
      </p>
      <ResourceTable
        label={t('Tax rates')}
        operation={listTaxRates}
        input={({ page, perPage }) => ({ params: { companyId }, query: { page, perPage } })}
        columns={columnsOf(format, nameOf, mayChange ? setRateToRemove : null)}
        rowKey={(row) => row.id}
        empty={
          <EmptyState
            icon={<IconReceiptTax size={22} stroke={1.6} />}
            title={t('No tax rates yet')}
            hint={t('Invoices charge no tax until you add a rate.')}
            action={mayChange && add}
          />
        }
      />
      {isAdding && <RateDialog companyId={companyId} onClose={() => setAdding(false)} />}
      {rateToRemove && (
        <ConfirmAction
          title={t('Remove this tax rate?')}
          confirmLabel={t('Remove tax rate')}
          operation={removeTaxRate}
          input={{ params: { companyId }, body: { rate_id: rateToRemove.id } }}
          invalidates={[listTaxRates, readTaxDetails]}
          onClose={() => setRateToRemove(null)}
        >
          <p>
            <Bdi>{`${rateToRemove.name} ${format.rate(rateToRemove.percent)}`}</Bdi> · <Bdi>{nameOf(rateToRemove)}</Bdi>
          </p>
          <p>{t('New invoices don’t use it. Existing invoices don’t change.')}</p>
        </ConfirmAction>
      )}
    </TitledPart>
  )
}

const columnsOf = (
  format: Format,
  nameOf: ReturnType<typeof usePlaceName>,
  onRemove: ((row: TaxRate) => void) | null,
): readonly Column<TaxRate>[] => [
  { key: 'place', header: msg('Place'), cell: (row) => <Bdi>{nameOf(row)}</Bdi> },
  { key: 'name', header: msg('Tax'), cell: (row) => <Bdi>{row.name}</Bdi> },
  { key: 'percent', header: msg('Tax rate'), align: 'end', cell: (row) => format.rate(row.percent) },
  {
    key: 'from',
    header: msg('Valid from'),
    size: 'date',
    cell: (row) => <time dateTime={row.valid_from}>{format.date(row.valid_from)}</time>,
  },
  { key: 'state', header: msg('Status'), cell: (row) => <State row={row} /> },
  ...(onRemove
    ? [
        {
          key: 'actions',
          header: msg('Action'),
          align: 'end' as const,
          cell: (row: TaxRate) => <RemoveButton row={row} name={nameOf(row)} onRemove={onRemove} />,
        },
      ]
    : []),
]

function State({ row }: { row: TaxRate }) {
  const t = useT()
  const { label, tone } = states[row.state]
  return <StatusBadge tone={tone}>{t(label)}</StatusBadge>
}

function RemoveButton({ row, name, onRemove }: { row: TaxRate; name: string; onRemove: (row: TaxRate) => void }) {
  const t = useT()
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('Remove {name}', { name: isolate(`${row.name} ${name}`) })}
      onClick={() => onRemove(row)}
    >
      {t('Remove')}
    </Button>
  )
}
