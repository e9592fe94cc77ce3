import { IconUserDollar } from '@tabler/icons-react'
import type { CompanyRow } from '#contract/companies/companies.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { AccountStateBadge } from '../../payments/account-state.tsx'
import { PeopleList } from '../../people/members/people-list.tsx'
import { createdColumn, whoColumns } from '../../people/members/person-cells.tsx'
import { PersonMenu, type PersonActions } from '../../people/members/person-menu.tsx'
import { RemovePersonDialog } from '../../people/members/remove-person-dialog.tsx'
import { salesPath } from './paths.ts'
import { SalesPersonDialog } from './sales-person-dialog.tsx'
import styles from './sales.module.css'

const salesColumns = (actions: PersonActions): readonly Column<CompanyRow>[] => [
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

/** The operator's sales representatives and account executives, with the agencies assigned to each (S053, R036). */
export function SalesAccountListPage() {
  const t = useT()
  const me = useMe()
  return (
    <PeopleList
      type="sales"
      title={t('Sales Rep & AE List')}
      description={t('People who sell for {company}. Agencies are assigned to them in the agency list.', {
        company: me.companyName,
      })}
      label={t('Sales staff')}
      searchLabel={msg('Search sales staff')}
      inviteLabel={t('Invite sales person')}
      empty={{
        icon: IconUserDollar,
        title: t('No sales staff yet'),
        hint: t('Invite someone who brings in agencies or manages them. They choose their own password.'),
      }}
      columns={salesColumns}
      rowLink={(row) => salesPath(row.id!)}
      form={(props) => <SalesPersonDialog {...props} />}
      removal={(row, onClose) => (
        <RemovePersonDialog
          row={row}
          title={t('Remove this sales person?')}
          confirmLabel={t('Remove sales person')}
          onClose={onClose}
        >
          <AssignedAgencies row={row} />
        </RemovePersonDialog>
      )}
    />
  )
}

function AssignedAgencies({ row }: { row: CompanyRow }) {
  const t = useT()
  const agencies = row.sales?.agencies ?? 0
  if (agencies === 0) return null
  return (
    <p>
      {t(
        '{count, plural, one {# agency assigned to them becomes unassigned.} other {# agencies assigned to them become unassigned.}}',
        { count: agencies },
      )}
    </p>
  )
}
