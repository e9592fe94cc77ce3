import { Button } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useState } from 'react'
import { reportInvoices } from '#contract/billing/invoice-report.ts'
import type { CsvFormat } from '#contract/core/csv.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import { call, type CallInput } from '../../../api/call.ts'
import { asFailure } from '../../../api/failure.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { clientListPath, clientPath } from '../../../paths/companies.ts'
import { useMe } from '../../../session/me.ts'
import { CsvButton } from '../../../shells/download-button.tsx'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { NextStep } from '../../../shells/next-step.tsx'
import { notifyFailed } from '../../../shells/notify.tsx'
import { clientFilter } from '../../../shells/owners/client-filter.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import type { Filter, SavedColumn } from '../../../shells/resource-table/columns.ts'
import { Lines } from '../../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../../shells/resource-table/resource-table.tsx'
import { useTableState, type TableQuery } from '../../../shells/resource-table/table-state.ts'
import { StatTile, StatTiles } from '../../../shells/stat-tile.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { ChargeStanding } from '../../billing/charge-standing.tsx'
import { standingText } from '../../billing/charge-words.ts'
import { InvoiceDialog } from '../../billing/invoice-dialog.tsx'
import { ReportDays, useReportDays } from '../report-days.tsx'
import styles from '../reports.module.css'

type Row = AnswerOf<typeof reportInvoices>['data'][number]

const filters: readonly Filter[] = [clientFilter]

/** The invoices that an agency's clients received in a date range, with totals over all of them (C113). */
export function InvoicesPage() {
  const t = useT()
  const format = useFormat()
  const { companyId } = useMe()
  const { start, end } = useReportDays()
  const [openRow, setOpenRow] = useState<Row | null>(null)
  const input = ({ page, perPage, filters: values }: TableQuery) => ({
    params: { companyId, clientId: values['client'] ?? 'all', start, end },
    query: { page, perPage },
  })
  const { query } = useTableState(filters, [])
  // The table reads the same page, in the same request.
  const report = useCall(reportInvoices, input(query), { keepPrevious: true })
  const file = useInvoiceFile(input(query).params)
  return (
    <>
      <PageHeader
        title={t('Client invoices')}
        description={t('{start} to {end} ({zone})', {
          start: format.date(start),
          end: format.date(end),
          zone: reportTimeZone,
        })}
        actions={
          (report.data?.total ?? 0) > 0 && (
            <CsvButton label={t('Download CSV')} busy={file.busy} onDownload={file.save} />
          )
        }
      />
      {!report.error && <InvoiceSums sums={report.data?.sums} />}
      <ResourceTable
        label={t('Invoices')}
        operation={reportInvoices}
        input={input}
        columns={columnsOf(setOpenRow)}
        rowKey={(row) => row.id}
        rowLink={(row) => clientPath(row.company_id)}
        filters={filters}
        savedAs="invoices"
        tools={<ReportDays />}
        empty={
          <EmptyState
            icon={<IconFileInvoice size={22} stroke={1.6} />}
            title={t('No invoices in this period')}
            hint={t('Clients are invoiced when their billing period ends. Choose other days to see earlier invoices.')}
            action={<NextStep to={clientListPath} label={t('Client Management')} />}
          />
        }
      />
      {openRow && <InvoiceDialog companyId={openRow.company_id} invoice={openRow} onClose={() => setOpenRow(null)} />}
    </>
  )
}

const columnsOf = (open: (row: Row) => void): readonly SavedColumn<Row, 'invoices'>[] => [
  {
    key: 'client',
    isPinned: true,
    header: msg('Client'),
    text: (row) => `${row.company_name} · ${row.number}`,
    cell: (row) => <Client row={row} />,
  },
  {
    key: 'issued',
    header: msg('Issued'),
    size: 'date',
    hideBelow: 'md',
    text: (row) => new Date(row.issued_at),
    cell: (row) => <Issued row={row} />,
  },
  {
    key: 'total',
    header: msg('Total'),
    align: 'end',
    hideBelow: 'md',
    text: (row) => row.total,
    cell: (row) => <Money dollars={row.total} />,
  },
  {
    key: 'amount',
    header: msg('Invoice amount'),
    align: 'end',
    text: (row) => row.amount,
    cell: (row) => <Money dollars={row.amount} />,
  },
  {
    key: 'status',
    header: msg('Status'),
    size: 'longStatus',
    wraps: true,
    text: (row, { t }) => t(standingText(row)),
    cell: (row) => <ChargeStanding charge={row} refunded={row.refunded} />,
  },
  {
    key: 'actions',
    isPinned: true,
    header: msg('Actions'),
    align: 'end',
    size: 'actions',
    cell: (row) => <ShowLines onClick={() => open(row)} />,
  },
]

function Client({ row }: { row: Row }) {
  return (
    <Lines strong detail={<Bdi>{row.number}</Bdi>}>
      <Bdi>{row.company_name}</Bdi>
    </Lines>
  )
}

function Issued({ row }: { row: Row }) {
  const format = useFormat()
  return <time dateTime={row.issued_at}>{format.date(row.issued_at, reportTimeZone)}</time>
}

function Money({ dollars }: { dollars: number }) {
  const format = useFormat()
  return <span className={dollars === 0 ? styles.muted : undefined}>{format.money(Math.round(dollars * 100))}</span>
}

function ShowLines({ onClick }: { onClick: () => void }) {
  const t = useT()
  return (
    <Button size="xs" variant="default" onClick={onClick}>
      {t('Show lines')}
    </Button>
  )
}

/** Totals over all invoices of the report, not only of the page shown; skeletons while they load. */
function InvoiceSums({ sums }: { sums: AnswerOf<typeof reportInvoices>['sums'] | undefined }) {
  const t = useT()
  const format = useFormat()
  const money = (dollars: number): string => format.money(Math.round(dollars * 100))
  return (
    <div role="group" aria-label={t('Totals')}>
      <StatTiles>
        <StatTile
          label={t('Invoiced')}
          value={sums && money(sums.total)}
          note={sums && t('Including {amount} in tax', { amount: isolate(money(sums.tax)) })}
        />
        <StatTile label={t('Paid or invoiced earlier')} value={sums && money(sums.deduction)} />
        <StatTile label={t('Invoice amount')} value={sums && money(sums.amount)} />
        <StatTile label={t('To pay')} value={sums && money(sums.open)} />
      </StatTiles>
    </div>
  )
}

type Params = CallInput<typeof reportInvoices>['params']

/** Saves the invoices of a report as a CSV file; errors are shown as notices. */
function useInvoiceFile(params: Params): { save: (format: CsvFormat) => void; busy: boolean } {
  const [busy, setBusy] = useState(false)
  const save = async (format: CsvFormat): Promise<void> => {
    setBusy(true)
    try {
      const { file = '' } = await call(reportInvoices, { params, query: { perPage: 1, file: format } })
      saveFile(new Blob([file], { type: 'text/csv;charset=utf-8' }), `invoices-${params.start}-${params.end}.csv`)
    } catch (error) {
      notifyFailed(asFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  return { save: (format) => void save(format), busy }
}
