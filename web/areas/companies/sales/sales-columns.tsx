import type { CompanyRow } from '#contract/companies/companies.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { createdColumn, whoColumns } from '../../people/members/person-cells.tsx'
import { PersonMenu, type PersonActions } from '../../people/members/person-menu.tsx'
import { AccountStateBadge } from '../../payments/account-state.tsx'
import styles from './sales.module.css'

export const salesColumns = (actions: PersonActions): readonly Column<CompanyRow>[] => [
  ...whoColumns(),
  { key: 'role', header: msg('Role'), size: 'longStatus', cell: (row) => <RoleCell row={row} /> },
  {
    key: 'account',
    header: msg('Payment account'),
    size: 'longStatus',
    hideBelow: 'md',
    cell: (row) => <AccountStateBadge state={row.sales?.accountState ?? ''} />,
  },
  { key: 'agencies', header: msg('Agencies'), align: 'end', cell: (row) => <AgenciesCell row={row} /> },
  createdColumn,
  {
    key: 'actions',
    header: msg('Actions'),
    size: 'menu',
    align: 'end',
    cell: (row) => <PersonMenu row={row} signOut={['rootSystem']} {...actions} />,
  },
]

function RoleCell({ row }: { row: CompanyRow }) {
  const t = useT()
  return <>{row.sales?.isAccountExecutive ? t('Account executive') : t('Sales representative')}</>
}

function AgenciesCell({ row }: { row: CompanyRow }) {
  const format = useFormat()
  const agencies = row.sales?.agencies ?? 0
  return <span className={agencies === 0 ? styles.muted : undefined}>{format.number(agencies)}</span>
}
