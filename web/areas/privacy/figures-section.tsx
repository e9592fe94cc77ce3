import { IconChartBar } from '@tabler/icons-react'
import { downloadPrivacyFigures, listPrivacyFigures, type YearFigures } from '#contract/privacy/records.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { CsvButton } from '../../shells/download-button.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { Section } from '../../shells/section.tsx'
import { useDownload } from '../../shells/use-download.ts'
import { kindTexts } from './words.ts'

/** How many requests each year brought and how long they took: what the law has a data broker publish by 1 July. */
export function PrivacyFiguresSection() {
  const t = useT()
  const { start, busy } = useDownload(downloadPrivacyFigures)
  return (
    <Section
      title={t('Requests by year')}
      description={t('Over all brands; the file has each brand, too. Each brand’s page shows its own.')}
      action={<CsvButton label={t('Download CSV')} busy={busy} onDownload={(format) => start({ query: { format } })} />}
    >
      <ResourceTable
        label={t('Requests by year')}
        prefix="figures-"
        operation={listPrivacyFigures}
        input={({ page, perPage }) => ({ query: { page, perPage } })}
        columns={columns}
        rowKey={({ year, kind }) => `${year} ${kind}`}
        empty={
          <EmptyState
            icon={<IconChartBar size={22} stroke={1.6} />}
            title={t('No requests yet')}
            hint={t('They are counted when someone asks on a brand’s privacy pages.')}
          />
        }
      />
    </Section>
  )
}

const allKindTexts: Readonly<Record<YearFigures['kind'], Text>> = {
  ...kindTexts,
  platform: msg('California’s deletion platform'),
}

const columns: readonly Column<YearFigures>[] = [
  { key: 'request', header: msg('Request'), cell: (row) => <Request row={row} /> },
  { key: 'received', header: msg('Received'), align: 'end', size: 'number', cell: (row) => <Count n={row.received} /> },
  { key: 'complied', header: msg('Complied'), align: 'end', size: 'number', cell: (row) => <Count n={row.complied} /> },
  { key: 'denied', header: msg('Denied'), align: 'end', size: 'number', cell: (row) => <Count n={row.denied} /> },
  {
    key: 'unverified',
    header: msg('Not verified'),
    align: 'end',
    size: 'number',
    hideBelow: 'md',
    cell: (row) => <Count n={row.unverified} />,
  },
  {
    key: 'open',
    header: msg('Still open'),
    align: 'end',
    size: 'number',
    hideBelow: 'md',
    cell: (row) => <Count n={row.open} />,
  },
  { key: 'mean', header: msg('Mean days'), align: 'end', size: 'number', cell: (row) => <Count n={row.mean_days} /> },
  {
    key: 'median',
    header: msg('Median days'),
    align: 'end',
    size: 'number',
    cell: (row) => <Count n={row.median_days} />,
  },
]

function Request({ row: { kind, year } }: { row: YearFigures }) {
  const t = useT()
  return (
    <Lines strong detail={String(year)}>
      {t(allKindTexts[kind])}
    </Lines>
  )
}

function Count({ n }: { n: number | null }) {
  const format = useFormat()
  return <>{n === null ? '—' : format.number(n)}</>
}
