import { useState, type ReactNode } from 'react'
import { isSales } from '#contract/access/guards/standing.ts'
import { companyFilters, listCompanies, type CompanyRow } from '#contract/tenants/companies.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { selectedGroup } from '../../session/group.ts'
import { useMe } from '../../session/me.ts'
import type { Column } from '../../shells/resource-table/columns.ts'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { Initials } from '../../ui/initials.tsx'
import { SignOutDialog } from '../access/sessions/sign-out-dialog.tsx'
import { ViewAsDialog } from '../access/view/view-as-dialog.tsx'
import { PackageBadge } from '../billing/package-badge.tsx'
import { CostDialog } from '../companies/cost/cost-dialog.tsx'
import { EditCompany } from '../companies/edit-company.tsx'
import { RemoveCompanyDialog } from '../companies/remove-company-dialog.tsx'
import { SalesDialog } from '../companies/sales-dialog.tsx'
import { RowActionIcons, type RowActions } from '../companies/row-actions.tsx'
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

const failedFilter = {
  key: 'filter',
  label: msg('Filter'),
  options: [
    { value: 'payment_failed', label: msg('Payment Failed') },
    { value: 'api_key', label: msg('API Key Generated') },
    { value: 'developer_mode', label: msg('Developer Mode Enabled') },
  ],
} as const

const knownFilter = (text: string | undefined): string => (companyFilters.some((name) => name === text) ? text! : 'all')

/** The tree of companies below one (R184 to R189): its rows are viewed, edited in place and deleted. */
export function CompaniesTable({ parentId, type, label, searchLabel, rowLink, empty }: CompaniesTableProps) {
  const me = useMe()
  const [viewed, setViewed] = useState<CompanyRow | null>(null)
  const [edited, setEdited] = useState<CompanyRow | null>(null)
  const [assigned, setAssigned] = useState<CompanyRow | null>(null)
  const [priced, setPriced] = useState<CompanyRow | null>(null)
  const [removed, setRemoved] = useState<CompanyRow | null>(null)
  const [signedOut, setSignedOut] = useState<CompanyRow | null>(null)
  const toggleEdit = (row: CompanyRow): void => setEdited((open) => (open?.company_id === row.company_id ? null : row))
  const actions = {
    onView: setViewed,
    onEdit: toggleEdit,
    onSales: setAssigned,
    onCost: setPriced,
    onRemove: setRemoved,
    onSignOut: setSignedOut,
  }
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
          query: {
            Page: page,
            PerPage: perPage,
            CampaignStatus: knownActivity(filters['campaigns']),
            Filters: knownFilter(filters['filter']),
          },
        })}
        columns={isSales(me.standing) ? forSales(type) : columnsOf(type, actions)}
        rowKey={(row) => row.company_id}
        rowLink={rowLink}
        searchLabel={searchLabel}
        filters={type === 'agency' && !isSales(me.standing) ? [activityFilter, failedFilter] : [activityFilter]}
        empty={empty}
        below={
          edited
            ? {
                key: edited.company_id,
                content: <EditCompany kind={type} companyId={edited.company_id} onClose={() => setEdited(null)} />,
              }
            : undefined
        }
      />
      {signedOut?.id && (
        <SignOutDialog person={{ ...signedOut, id: signedOut.id }} onClose={() => setSignedOut(null)} />
      )}
      {viewed?.id && (
        <ViewAsDialog
          user={{ id: viewed.id, name: viewed.name, companyName: viewed.company_name }}
          onClose={() => setViewed(null)}
        />
      )}
      {assigned && <SalesDialog row={assigned} onClose={() => setAssigned(null)} />}
      {priced && <CostDialog row={priced} onClose={() => setPriced(null)} />}
      {removed && <RemoveCompanyDialog row={removed} onClose={() => setRemoved(null)} />}
    </>
  )
}

const columnsOf = (type: 'client' | 'agency', actions: RowActions): readonly Column<CompanyRow>[] => [
  ...columns,
  ...(type === 'agency' ? [salesColumn] : []),
  createdColumn,
  {
    key: 'actions',
    header: msg('Action'),
    align: 'end',
    cell: (row) => <RowActionIcons row={row} actions={actions} />,
  },
]

/** R151: sales staff have no action on a row. */
const forSales = (type: 'client' | 'agency'): readonly Column<CompanyRow>[] => [
  ...columns,
  ...(type === 'agency' ? [salesColumn] : []),
  createdColumn,
]

/** Who of the operator's staff looks after an agency. */
const salesColumn: Column<CompanyRow> = {
  key: 'sales',
  header: msg('Sales'),
  hideBelow: 'lg',
  cell: (row) => <SalesCell row={row} />,
}

function SalesCell({ row }: { row: CompanyRow }) {
  const names = [row.salesrep, row.accountexecutive, row.accountref].filter((name) => name !== null)
  if (names.length === 0) return <span className={styles.muted}>—</span>
  return (
    <span className={styles.staff}>
      {[...new Set(names)].map((name) => (
        <Bdi key={name}>{name}</Bdi>
      ))}
    </span>
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
]

const createdColumn: Column<CompanyRow> = {
  key: 'created',
  header: msg('Created'),
  sortKey: 'created_at',
  hideBelow: 'lg',
  cell: (row) => <CreatedCell at={row.created_at} />,
}

function CompanyCell({ row }: { row: CompanyRow }) {
  const t = useT()
  const me = useMe()
  return (
    <span className={styles.company}>
      <Initials name={row.company_name} />
      <strong>
        <Bdi>{row.company_name}</Bdi>
      </strong>
      <PackageBadge row={row} />
      {row.companyGroupName !== null && (
        <span className={styles.muted}>
          <Bdi>{row.companyGroupName}</Bdi>
        </span>
      )}
      {row.status === 'invited' && <StatusBadge tone="info">{t('Invited')}</StatusBadge>}
      {row.status === 'disabled' && <StatusBadge tone="plain">{t('Switched off')}</StatusBadge>}
      {row.payment_status === 'failed' && !isSales(me.standing) && (
        <StatusBadge tone="bad">{t('Payment Failed')}</StatusBadge>
      )}
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
