import type { CompanyRow } from '#contract/tenants/companies.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { Initials } from '../../../ui/initials.tsx'
import { PersonMenu, type PersonActions } from './person-menu.tsx'
import styles from './members.module.css'

export const administratorColumns = (actions: PersonActions): readonly Column<CompanyRow>[] => [
  { key: 'name', header: msg('Full name'), sortKey: 'full_name', cell: (row) => <NameCell row={row} /> },
  { key: 'email', header: msg('E-mail'), sortKey: 'email', cell: (row) => <Bdi>{row.email}</Bdi> },
  { key: 'role', header: msg('Role'), cell: (row) => <RoleCell row={row} /> },
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
    cell: (row) => <ActionsCell row={row} {...actions} />,
  },
]

function NameCell({ row }: { row: CompanyRow }) {
  const t = useT()
  const me = useMe()
  return (
    <span className={styles.person}>
      <Initials name={row.name} round />
      <strong>
        <Bdi>{row.name}</Bdi>
      </strong>
      {row.id === me.id && <span className={styles.muted}>{t('You')}</span>}
      {row.status === 'invited' && <InvitationBadge expired={row.administrator?.invitation_expired === 'T'} />}
      {row.status === 'disabled' && <StatusBadge tone="plain">{t('Switched off')}</StatusBadge>}
    </span>
  )
}

function InvitationBadge({ expired }: { expired: boolean }) {
  const t = useT()
  return <StatusBadge tone={expired ? 'warn' : 'info'}>{expired ? t('Invitation expired') : t('Invited')}</StatusBadge>
}

function RoleCell({ row }: { row: CompanyRow }) {
  const t = useT()
  const rights = row.administrator
  if (rights?.permission_active === 'T') return <>{t('Permissions of their own')}</>
  return rights?.role_name ? <Bdi>{rights.role_name}</Bdi> : <>{t('Full access')}</>
}

function DateCell({ at }: { at: string }) {
  const format = useFormat()
  return <time dateTime={at}>{format.date(at)}</time>
}

/** One's own account is for others to change. */
function ActionsCell({ row, ...actions }: { row: CompanyRow } & PersonActions) {
  const me = useMe()
  return row.id === me.id ? null : <PersonMenu row={row} signOut={['agencyOwner', 'rootSystem']} {...actions} />
}
