import { IconUsers } from '@tabler/icons-react'
import type { CompanyRow } from '#contract/companies/companies.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { AdministratorDialog } from './administrator-dialog.tsx'
import { PeopleList } from './people-list.tsx'
import { createdColumn, whoColumns } from './person-cells.tsx'
import { PersonMenu, type PersonActions } from './person-menu.tsx'
import { RemovePersonDialog } from './remove-person-dialog.tsx'

const administratorColumns = (actions: PersonActions): readonly Column<CompanyRow>[] => [
  ...whoColumns((row) => <ContactRoles row={row} />),
  { key: 'role', header: msg('Role'), cell: (row) => <RoleCell row={row} /> },
  createdColumn,
  {
    key: 'actions',
    header: msg('Actions'),
    align: 'end',
    cell: (row) => <ActionsCell row={row} {...actions} />,
  },
]

function ContactRoles({ row: { administrator } }: { row: CompanyRow }) {
  const t = useT()
  return (
    <>
      {administrator?.isContact && <StatusBadge tone="plain">{t('Contact')}</StatusBadge>}
      {administrator?.isSupportContact && <StatusBadge tone="plain">{t('Customer care')}</StatusBadge>}
    </>
  )
}

function RoleCell({ row }: { row: CompanyRow }) {
  const t = useT()
  const rights = row.administrator
  if (rights?.permission_active) return <>{t('Custom permissions')}</>
  return rights?.role_name ? <Bdi>{rights.role_name}</Bdi> : <>{t('Full access')}</>
}

/** Users cannot manage their own account here. */
function ActionsCell({ row, ...actions }: { row: CompanyRow } & PersonActions) {
  const me = useMe()
  return row.id === me.id ? null : <PersonMenu row={row} signOut={['agencyOwner', 'rootSystem']} {...actions} />
}

/** A company's administrators: the users besides the owner, and what they may do. */
export function AdministratorListPage() {
  const t = useT()
  const me = useMe()
  return (
    <PeopleList
      type="administrator"
      title={t('Administrator List')}
      description={t('People who work for {company} with you.', { company: me.companyName })}
      label={t('Administrators')}
      searchLabel={msg('Search administrators')}
      inviteLabel={t('Invite administrator')}
      empty={{
        icon: IconUsers,
        title: t('No administrators yet'),
        hint: t('Invite someone to work with you. They choose their own password.'),
      }}
      columns={administratorColumns}
      form={(props) => <AdministratorDialog {...props} />}
      removal={(row, onClose) => (
        <RemovePersonDialog
          row={row}
          title={t('Remove this administrator?')}
          confirmLabel={t('Remove administrator')}
          onClose={onClose}
        />
      )}
    />
  )
}
