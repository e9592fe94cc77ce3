import type { CompanyRow } from '#contract/tenants/companies.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { Initials } from '../../../ui/initials.tsx'
import { PersonMenu, type PersonActions } from '../../access/members/person-menu.tsx'
import { AccountStateBadge } from './account-state.tsx'
import styles from './sales.module.css'

export const salesColumns = (actions: PersonActions): readonly Column<CompanyRow>[] => [
  { key: 'name', header: msg('Full name'), sortKey: 'full_name', cell: (row) => <NameCell row={row} /> },
  { key: 'email', header: msg('E-mail'), sortKey: 'email', hideBelow: 'md', cell: (row) => <Bdi>{row.email}</Bdi> },
  { key: 'role', header: msg('Role'), cell: (row) => <RoleCell row={row} /> },
  {
    key: 'account',
    header: msg('Payment account'),
    hideBelow: 'md',
    cell: (row) => <AccountStateBadge state={row.sales?.accountconnected ?? ''} />,
  },
  { key: 'agencies', header: msg('Agencies'), align: 'end', cell: (row) => <AgenciesCell row={row} /> },
  {
    key: 'created',
    header: msg('Created'),
    sortKey: 'created_at',
    hideBelow: 'lg',
    cell: (row) => <DateCell at={row.created_at} />,
  },
  {
    key: 'actions',
    header: msg('Actions'),
    align: 'end',
    cell: (row) => <PersonMenu row={row} signOut={['rootSystem']} {...actions} />,
  },
]

function NameCell({ row }: { row: CompanyRow }) {
  const t = useT()
  const isExpired = row.sales?.invitation_expired === 'T'
  return (
    <span className={styles.person}>
      <Initials name={row.name} round />
      <strong>
        <Bdi>{row.name}</Bdi>
      </strong>
      {row.status === 'invited' && (
        <StatusBadge tone={isExpired ? 'warn' : 'info'}>
          {isExpired ? t('Invitation expired') : t('Invited')}
        </StatusBadge>
      )}
      {row.status === 'disabled' && <StatusBadge tone="plain">{t('Switched off')}</StatusBadge>}
    </span>
  )
}

function RoleCell({ row }: { row: CompanyRow }) {
  const t = useT()
  return <>{row.sales?.isAccExecutive === 'T' ? t('Account executive') : t('Sales representative')}</>
}

function AgenciesCell({ row }: { row: CompanyRow }) {
  const format = useFormat()
  const agencies = row.sales?.agencies ?? 0
  return <span className={agencies === 0 ? styles.muted : undefined}>{format.number(agencies)}</span>
}

function DateCell({ at }: { at: string }) {
  const format = useFormat()
  return <time dateTime={at}>{format.date(at)}</time>
}
