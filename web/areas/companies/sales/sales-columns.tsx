import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconLogout, IconMailForward, IconPencil, IconTrash } from '@tabler/icons-react'
import { resendInvitation } from '#contract/companies/users.ts'
import { listCompanies, type CompanyRow } from '#contract/tenants/companies.ts'
import { useAction } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { notifyDone, notifyFailed } from '../../../shells/notify.tsx'
import type { Column } from '../../../shells/resource-table/columns.ts'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { Initials } from '../../../ui/initials.tsx'
import { AccountStateBadge } from './account-state.tsx'
import styles from './sales.module.css'

type Choose = (row: CompanyRow) => void

export type SalesActions = { onEdit: Choose; onRemove: Choose; onSignOut: Choose }

export const salesColumns = (actions: SalesActions): readonly Column<CompanyRow>[] => [
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
  { key: 'actions', header: msg('Actions'), align: 'end', cell: (row) => <RowMenu row={row} {...actions} /> },
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

const icon = { size: 16, stroke: 1.75 } as const

function RowMenu({ row, onEdit, onRemove, onSignOut }: { row: CompanyRow } & SalesActions) {
  const t = useT()
  const me = useMe()
  const resend = useAction(resendInvitation, {
    invalidates: [listCompanies],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  const sendAgain = (): void =>
    resend.mutate(
      { body: { companyID: row.company_id, ClientID: row.id! } },
      { onError: (failure) => notifyFailed(t(failure.message)) },
    )
  const maySend = me.may('settings.create') && row.status === 'invited'
  const mayEdit = me.may('settings.update')
  const mayRemove = me.may('settings.delete')
  const maySignOut = me.kind === 'rootSystem' && row.status !== 'invited'
  if (!(maySend || mayEdit || mayRemove || maySignOut)) return null
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('Actions for {name}', { name: isolate(row.name) })} loading={resend.isPending}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayEdit && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onEdit(row)}>
            {t('Edit')}
          </Menu.Item>
        )}
        {maySend && (
          <Menu.Item leftSection={<IconMailForward {...icon} />} onClick={sendAgain}>
            {t('Send the invitation again')}
          </Menu.Item>
        )}
        {maySignOut && (
          <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => onSignOut(row)}>
            {t('Sign out everywhere')}
          </Menu.Item>
        )}
        {mayRemove && (
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => onRemove(row)}>
            {t('Remove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
