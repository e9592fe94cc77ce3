import { listExclusionCredits, type ExclusionCredits, type ExclusionLevel } from '#contract/exclusions/lists.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import styles from './exclusions.module.css'

const levelTexts: Record<ExclusionLevel, Text> = {
  root: msg('Platform'),
  agency: msg('Agency'),
  client: msg('Client'),
  campaign: msg('Campaign'),
}

/** Credits given to clients and to the agency because of exclusions. */
export function CreditsTable({ companyId }: { companyId: string }) {
  const t = useT()
  return (
    <section>
      <h2 className={styles.heading}>{t('Credits given')}</h2>
      <ResourceTable
        label={t('Credits given')}
        operation={listExclusionCredits}
        input={({ page, perPage }) => ({ params: { companyId }, query: { page, perPage } })}
        columns={columns}
        rowKey={(row) => row.id}
        empty={
          <EmptyState
            title={t('No credits yet')}
            hint={t('Uploads that credit your leads or your clients’ appear here.')}
          />
        }
      />
    </section>
  )
}

const columns: readonly Column<ExclusionCredits>[] = [
  {
    key: 'list',
    header: msg('List'),
    cell: (row) => <ListName row={row} />,
  },
  { key: 'when', header: msg('Uploaded'), hideBelow: 'md', cell: (row) => <When at={row.created_at} /> },
  { key: 'leads', header: msg('Leads'), align: 'end', cell: (row) => <Count of={row.leads} /> },
  { key: 'retail', header: msg('To the client'), align: 'end', cell: (row) => <Dollars of={row.retail} /> },
  { key: 'wholesale', header: msg('To you'), align: 'end', cell: (row) => <Dollars of={row.wholesale} /> },
]

function ListName({ row }: { row: ExclusionCredits }) {
  const t = useT()
  const level = t(levelTexts[row.level])
  return (
    <Lines strong detail={row.undone_at ? `${level} · ${t('Undone')}` : level}>
      {row.list_name}
    </Lines>
  )
}

function When({ at }: { at: string }) {
  const format = useFormat()
  return <time dateTime={at}>{format.when(at)}</time>
}

function Count({ of }: { of: number }) {
  const format = useFormat()
  return <>{format.number(of)}</>
}

function Dollars({ of }: { of: number }) {
  const format = useFormat()
  return <>{format.price(Math.round(of * 10_000))}</>
}
