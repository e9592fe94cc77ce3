import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconLogout, IconMailForward, IconPencil, IconTrash } from '@tabler/icons-react'
import { resendInvitation } from '#contract/companies/users.ts'
import { listCompanies, type CompanyRow } from '#contract/companies/companies.ts'
import { useAction } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { notifyDone, notifyFailed } from '../../../shells/notify.tsx'

type Choose = (row: CompanyRow) => void

export type PersonActions = { onEdit: Choose; onRemove: Choose; onSignOut: Choose }

/** `signOut`: the kinds of users who may end the person's sessions. */
type PersonMenuProps = { row: CompanyRow; signOut: readonly string[] } & PersonActions

const icon = { size: 16, stroke: 1.75 } as const

/** Actions on another user's account. */
export function PersonMenu({ row, signOut, onEdit, onRemove, onSignOut }: PersonMenuProps) {
  const t = useT()
  const me = useMe()
  const resend = useAction(resendInvitation, {
    invalidates: [listCompanies],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  const sendAgain = (): void =>
    resend.mutate(
      { body: { companyId: row.company_id, userId: row.id! } },
      { onError: (failure) => notifyFailed(t(failure.message)) },
    )
  const maySend = me.may('settings.create') && row.status === 'invited'
  const mayEdit = me.may('settings.update')
  const mayRemove = me.may('settings.delete')
  const maySignOut = signOut.includes(me.kind) && row.status !== 'invited'
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
