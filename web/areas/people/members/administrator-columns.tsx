import type { CompanyRow } from '#contract/companies/companies.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { createdColumn, whoColumns } from './person-cells.tsx'
import { PersonMenu, type PersonActions } from './person-menu.tsx'

export const administratorColumns = (actions: PersonActions): readonly Column<CompanyRow>[] => [
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
