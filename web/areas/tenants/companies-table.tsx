import { ActionIcon, Tooltip } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { listCompanies, type CompanyRow } from '#contract/tenants/companies.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { selectedGroup } from '../../session/group.ts'
import { useMe } from '../../session/me.ts'
import type { Column } from '../../shells/resource-table/columns.ts'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { Initials } from '../../ui/initials.tsx'
import { ViewAsDialog } from '../access/view/view-as-dialog.tsx'
import styles from './tenants.module.css'

type CompaniesTableProps = {
  /** Whose: the root's agencies, or an agency's clients. */
  parentId: string
  type: 'client' | 'agency'
  label: string
  searchLabel: Text
  rowLink?: (row: CompanyRow) => string
  empty: ReactNode
}

const activityFilter = {
  key: 'campaigns',
  label: msg('Campaigns'),
  options: [
    { value: 'active', label: msg('With active campaigns') },
    { value: 'inactive', label: msg('Without active campaigns') },
  ],
} as const

const knownActivity = (text: string | undefined): 'all' | 'active' | 'inactive' =>
  text === 'active' || text === 'inactive' ? text : 'all'

export function CompaniesTable({ parentId, type, label, searchLabel, rowLink, empty }: CompaniesTableProps) {
  const me = useMe()
  const [viewed, setViewed] = useState<CompanyRow | null>(null)
  // Offered where the server would allow it (OQ-06).
  const mayView = me.kind === 'rootSystem'
  return (
    <>
      <ResourceTable
        label={label}
        operation={listCompanies}
        input={({ page, perPage, sort, order, search, filters }) => ({
          params: {
            companyID: parentId,
            group: parentId === me.companyId ? selectedGroup(me) : 'all',
            idsys: 'all',
            type,
            module: 'all' as const,
            sort: sort as 'all',
            order,
            search: search || 'all',
          },
          query: { Page: page, PerPage: perPage, CampaignStatus: knownActivity(filters['campaigns']) },
        })}
        columns={mayView ? [...columns, viewColumn(setViewed)] : columns}
        rowKey={(row) => row.company_id}
        rowLink={rowLink}
        searchLabel={searchLabel}
        filters={[activityFilter]}
        empty={empty}
      />
      {viewed?.id && (
        <ViewAsDialog
          user={{ id: viewed.id, name: viewed.name, companyName: viewed.company_name }}
          onClose={() => setViewed(null)}
        />
      )}
    </>
  )
}

const viewColumn = (onView: (row: CompanyRow) => void): Column<CompanyRow> => ({
  key: 'view',
  header: msg('Actions'),
  align: 'end',
  cell: (row) => row.id && <ViewButton row={row} onView={onView} />,
})

function ViewButton({ row, onView }: { row: CompanyRow; onView: (row: CompanyRow) => void }) {
  const t = useT()
  const label = t('View as {name}', { name: isolate(row.name) })
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => onView(row)}>
        <IconEye size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

const columns: readonly Column<CompanyRow>[] = [
  { key: 'company', header: msg('Company name'), sortKey: 'company_name', cell: (row) => <CompanyCell row={row} /> },
  {
    key: 'name',
    header: msg('Full name'),
    sortKey: 'full_name',
    cell: (row) => (row.name ? <Bdi>{row.name}</Bdi> : '—'),
  },
  {
    key: 'email',
    header: msg('E-mail'),
    sortKey: 'email',
    hideBelow: 'md',
    cell: (row) => (row.email ? <Bdi>{row.email}</Bdi> : '—'),
  },
  { key: 'active', header: msg('Active campaigns'), align: 'end', cell: (row) => <ActiveCell row={row} /> },
  {
    key: 'created',
    header: msg('Created'),
    sortKey: 'created_at',
    hideBelow: 'lg',
    cell: (row) => <CreatedCell at={row.created_at} />,
  },
]

function CompanyCell({ row }: { row: CompanyRow }) {
  const t = useT()
  return (
    <span className={styles.company}>
      <Initials name={row.company_name} />
      <strong>
        <Bdi>{row.company_name}</Bdi>
      </strong>
      {row.status === 'disabled' && <StatusBadge tone="plain">{t('Switched off')}</StatusBadge>}
      {row.payment_status === 'failed' && <StatusBadge tone="bad">{t('Payment Failed')}</StatusBadge>}
    </span>
  )
}

function ActiveCell({ row }: { row: CompanyRow }) {
  const t = useT()
  const format = useFormat()
  const values = { active: format.number(row.active_campaigns), all: format.number(row.campaigns) }
  return <span className={row.campaigns === 0 ? styles.muted : undefined}>{t('{active} of {all}', values)}</span>
}

function CreatedCell({ at }: { at: string }) {
  const format = useFormat()
  return <time dateTime={at}>{format.date(at)}</time>
}
