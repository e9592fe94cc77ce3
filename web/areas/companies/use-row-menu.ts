import { IconLogout, IconMailForward, IconSettings } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { resendInvitation } from '#contract/companies/users.ts'
import { listCompanies, type CompanyRow } from '#contract/companies/companies.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { notifyDone, notifyFailed } from '../../shells/notify.tsx'
import type { RowAct } from '../../shells/resource-table/row-actions.tsx'
import { searchOf } from '../../session/search.ts'

/** Row actions beyond the specification's icons. */
export function useRowMenu(row: CompanyRow, onSignOut: () => void): readonly RowAct[] {
  const t = useT()
  const me = useMe()
  const navigate = useNavigate()
  const resend = useAction(resendInvitation, {
    invalidates: [listCompanies],
    onDone: ({ message }) => notifyDone(t(message)),
  })
  if (me.viewEndsAt !== null) return []
  const isOperator = me.kind === 'rootSystem' || me.kind === 'rootAdmin'
  const seesSettings = isOperator && row.user_type === 'userdownline' && me.may('settings.enable')
  const maySend = row.status === 'invited' && me.may('settings.create')
  const maySignOut = row.status !== 'invited' && (me.kind === 'rootSystem' || me.kind === 'agencyOwner')
  const settings: RowAct = {
    icon: IconSettings,
    label: t('General Settings'),
    onClick: () =>
      void navigate({ to: '/configuration/general-setting', search: searchOf({ company: row.company_id }) }),
  }
  const send: RowAct = {
    icon: IconMailForward,
    label: t('Send the invitation again'),
    loading: resend.isPending,
    onClick: () =>
      resend.mutate(
        { body: { companyId: row.company_id, userId: row.id! } },
        { onError: (failure) => notifyFailed(t(failure.message)) },
      ),
  }
  const signOut: RowAct = { icon: IconLogout, label: t('Sign out everywhere'), onClick: onSignOut }
  return [...(seesSettings ? [settings] : []), ...(maySend ? [send] : []), ...(maySignOut ? [signOut] : [])]
}
