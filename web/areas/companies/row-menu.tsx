import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconLogout, IconMailForward, IconSettings } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { resendInvitation } from '#contract/companies/users.ts'
import { listCompanies, type CompanyRow } from '#contract/tenants/companies.ts'
import { useAction } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { notifyDone, notifyFailed } from '../../shells/notify.tsx'

const icon = { size: 16, stroke: 1.75 } as const

/** What a row offers besides the specification's icons. */
export function RowMenu({ row, onSignOut }: { row: CompanyRow; onSignOut: () => void }) {
  const t = useT()
  const me = useMe()
  const navigate = useNavigate()
  const resend = useAction(resendInvitation, {
    invalidates: [listCompanies],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  const isLooking = me.viewEndsAt !== null
  const isOperator = me.kind === 'rootSystem' || me.kind === 'rootAdmin'
  const seesSettings = isOperator && row.user_type === 'userdownline' && me.may('settings.enable') && !isLooking
  const maySend = row.status === 'invited' && me.may('settings.create') && !isLooking
  const maySignOut = row.status !== 'invited' && (me.kind === 'rootSystem' || me.kind === 'agencyOwner') && !isLooking
  if (!(seesSettings || maySend || maySignOut)) return null
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon
          size={28}
          aria-label={t('More for {name}', { name: isolate(row.company_name) })}
          loading={resend.isPending}
        >
          <IconDots size={17} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {seesSettings && (
          <Menu.Item
            leftSection={<IconSettings {...icon} />}
            onClick={() =>
              void navigate({ to: '/configuration/general-setting', search: { company: row.company_id } as never })
            }
          >
            {t('General Settings')}
          </Menu.Item>
        )}
        {maySend && (
          <Menu.Item
            leftSection={<IconMailForward {...icon} />}
            onClick={() =>
              resend.mutate(
                { body: { companyID: row.company_id, ClientID: row.id! } },
                { onError: (failure) => notifyFailed(t(failure.message)) },
              )
            }
          >
            {t('Send the invitation again')}
          </Menu.Item>
        )}
        {maySignOut && (
          <Menu.Item leftSection={<IconLogout {...icon} />} onClick={onSignOut}>
            {t('Sign out everywhere')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
