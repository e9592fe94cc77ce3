import { useState, type ReactNode } from 'react'
import { isSales } from '#contract/guards/access-context.ts'
import { listCompanies, type CompanyRow } from '#contract/companies/companies.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { selectedGroup } from '../../session/group.ts'
import { useMe } from '../../session/me.ts'
import type { SavedColumn } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { leaveForm } from '../../shells/unsaved.ts'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { MailLink } from '../../ui/contact-links.tsx'
import { Initials } from '../../ui/initials.tsx'
import { PackageBadge } from '../billing/package-badge.tsx'
import { EditCompany } from './edit-company.tsx'
import { CompanyActions, useRoomForIcons, type OpenAction } from './row-actions.tsx'
import { RowDialog, type OpenDialog } from './row-dialogs.tsx'
import { TreeHelp } from './help-dialog.tsx'
import { ChosenTreeFilter, isTreeFilter, TreeFilter } from './tree-filter.tsx'
import { GroupNote } from '../../shells/owners/group-note.tsx'
import styles from './tree.module.css'

type CompaniesTableProps = {
  /** The parent company: the root for its agencies, an agency for its clients. */
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
  all: msg('All campaigns'),
  options: [
    { value: 'active', label: msg('With active campaigns') },
    { value: 'inactive', label: msg('Without active campaigns') },
  ],
} as const

const knownActivity = (text: string | undefined): 'all' | 'active' | 'inactive' =>
  text === 'active' || text === 'inactive' ? text : 'all'

const treeFilter = {
  key: 'filter',
  label: msg('Filters'),
  control: TreeFilter,
  chosen: ChosenTreeFilter,
  isValue: isTreeFilter,
} as const

/** The companies below a parent (R184 to R189). Rows can be viewed, edited in place and deleted. */
export function CompaniesTable({ parentId, type, label, searchLabel, rowLink, empty }: CompaniesTableProps) {
  const me = useMe()
  const [idToEdit, setIdToEdit] = useState<string | null>(null)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const isOperatorsOwn = !isSales(me.access)
  const hasRoom = useRoomForIcons()
  const openAction: OpenAction = (action, row) => {
    if (action === 'edit')
      void leaveForm(null, () => setIdToEdit((before) => (before === row.company_id ? null : row.company_id)))
    else setOpen({ action, row })
  }
  const group = parentId === me.companyId ? selectedGroup(me) : 'all'
  return (
    <>
      {group !== 'all' && <GroupNote />}
      <ResourceTable
        label={label}
        operation={listCompanies}
        input={({ page, perPage, sort, order, search, filters }) => ({
          params: {
            companyId: parentId,
            group,
            systemId: 'all',
            type,
            module: 'all' as const,
            sort: sort as 'all',
            order,
            search: search || 'all',
          },
          query: {
            page,
            perPage,
            campaignStatus: knownActivity(filters['campaigns']),
            filters: filters['filter'] ?? 'all',
          },
        })}
        columns={columnsOf(type, hasRoom, openAction)}
        rowKey={(row) => row.company_id}
        rowLink={rowLink}
        searchLabel={searchLabel}
        filters={type === 'agency' && isOperatorsOwn ? [activityFilter, treeFilter] : [activityFilter]}
        savedAs={type === 'agency' ? 'agencies' : 'clients'}
        tools={isOperatorsOwn && <TreeHelp type={type} />}
        loading={msg('Loading data...')}
        empty={empty}
        below={
          idToEdit === null
            ? undefined
            : {
                key: idToEdit,
                content: (
                  <EditCompany kind={type} parentId={parentId} companyId={idToEdit} onClose={() => setIdToEdit(null)} />
                ),
              }
        }
      />
      {open && <RowDialog open={open} onOpen={openAction} onClose={() => setOpen(null)} />}
    </>
  )
}

type CompanyColumn = SavedColumn<CompanyRow, 'agencies'>

/** Columns in R184's order, then the additional ones. */
const columnsOf = (type: 'client' | 'agency', hasRoom: boolean, onOpen: OpenAction): readonly CompanyColumn[] => [
  ...columns,
  { ...emailColumn, size: type === 'client' ? 'wide' : 'normal' },
  {
    key: 'actions',
    isPinned: true,
    header: msg('Action'),
    size: hasRoom ? 'icons' : 'actions',
    cell: (row) => <CompanyActions row={row} hasRoom={hasRoom} onOpen={onOpen} />,
  },
  ...(type === 'agency' ? [salesColumn] : []),
  createdColumn,
  activeColumn,
]

/** The operator's staff who look after an agency. */
const salesColumn: CompanyColumn = {
  key: 'sales',
  header: msg('Sales'),
  text: (row) => salesOf(row).join(', '),
  hideBelow: 'lg',
  cell: (row) => <SalesCell row={row} />,
}

const salesOf = ({ salesRep, accountExecutive, referrer }: CompanyRow): string[] => [
  ...new Set([salesRep, accountExecutive, referrer].filter((name) => name !== null)),
]

function SalesCell({ row }: { row: CompanyRow }) {
  const names = salesOf(row)
  if (names.length === 0) return <span className={styles.muted}>—</span>
  return <Bdi>{names.join(', ')}</Bdi>
}

const columns: readonly CompanyColumn[] = [
  {
    key: 'company',
    isPinned: true,
    header: msg('Company name'),
    sortKey: 'company_name',
    text: (row) => row.company_name,
    cell: (row) => <CompanyCell row={row} />,
  },
  {
    key: 'name',
    header: msg('Full name'),
    sortKey: 'full_name',
    text: (row) => row.name,
    cell: (row) => (row.name ? <Bdi>{row.name}</Bdi> : '—'),
  },
]

const emailColumn: CompanyColumn = {
  key: 'email',
  header: msg('Email'),
  sortKey: 'email',
  text: (row) => row.email,
  hideBelow: 'md',
  cell: (row) => (row.email ? <MailLink email={row.email} /> : '—'),
}

const activeColumn: CompanyColumn = {
  key: 'active',
  header: msg('Active campaigns'),
  text: (row) => row.active_campaigns,
  align: 'end',
  cell: (row) => <ActiveCell row={row} />,
}

const createdColumn: CompanyColumn = {
  key: 'created',
  size: 'date',
  header: msg('Created'),
  sortKey: 'created_at',
  text: (row) => new Date(row.created_at),
  hideBelow: 'lg',
  cell: (row) => <CreatedCell at={row.created_at} />,
}

function CompanyCell({ row }: { row: CompanyRow }) {
  return (
    <span className={styles.company}>
      <Initials name={row.company_name} />
      <Lines strong detail={<Standing row={row} />} beside={<PackageBadge row={row} />}>
        {row.company_name}
      </Lines>
    </span>
  )
}

/** Shown below the name: beside it, the badges would truncate the name to two letters. */
function Standing({ row }: { row: CompanyRow }) {
  const t = useT()
  const me = useMe()
  const seesMoney = !isSales(me.access)
  return (
    <span className={styles.standing}>
      {row.groupName && <bdi className={styles.group}>{row.groupName}</bdi>}
      {row.status === 'invited' && <StatusBadge tone="info">{t('Invited')}</StatusBadge>}
      {row.status === 'disabled' && <StatusBadge tone="plain">{t('Turned off')}</StatusBadge>}
      {row.payment_status === 'failed' && seesMoney && <StatusBadge tone="bad">{t('Payment Failed')}</StatusBadge>}
      {row.settlement_due && seesMoney && <StatusBadge tone="bad">{t('Settlement due')}</StatusBadge>}
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
