import { useMediaQuery } from '@mantine/hooks'
import {
  IconCode,
  IconCoin,
  IconEye,
  IconListDetails,
  IconPencil,
  IconTrash,
  IconUserDollar,
  IconLogout,
  IconMailForward,
  IconSettings,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type CompanyRow, listCompanies } from '#contract/companies/companies.ts'
import { resendInvitation } from '#contract/companies/users.ts'
import type { Permission } from '#contract/core/access.ts'
import { useAction } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT, type Translate } from '../../i18n/texts.tsx'
import { useMe, type Me } from '../../session/me.ts'
import { searchOf } from '../../session/search.ts'
import { notifyDone, notifyFailed } from '../../shells/notify.tsx'
import { RowActions, type RowAct } from '../../shells/resource-table/row-actions.tsx'
import { useBillingActions } from '../billing/use-billing-actions.tsx'
import { developerColors, developerState, developerTexts } from './developer-state.ts'

/** What a row's actions open: a dialog, or the form below the row. */
export type RowAction = 'view' | 'edit' | 'cost' | 'developer' | 'sales' | 'remove' | 'logs' | 'signOut'
export type OpenAction = (action: RowAction, row: CompanyRow) => void

type RowActionsProps = { row: CompanyRow; hasRoom: boolean; onOpen: OpenAction }

/** Whether rows have room for all of the documents' icons side by side; otherwise most are in its menu. */
export const useRoomForIcons = (): boolean =>
  useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false }) ?? true

/** A company row's actions in R189's order; each is shown only if the server would allow it. */
export function CompanyActions({ row, hasRoom, onOpen }: RowActionsProps) {
  const t = useT()
  const me = useMe()
  const billing = useBillingActions(row)
  const more = useRowMenu(row, () => onOpen('signOut', row))
  if (!row.id) return null
  const actions = actionsOf(row, me, t)
  const item = (action: RowAction): RowAct[] => {
    const act = actions[action]
    return act ? [{ ...act, onClick: () => onOpen(action, row) }] : []
  }
  // R189, R190: the documents' icons with their colors are in the row; what the product adds is in its menu.
  const icons = [
    ...['view' as const, 'edit' as const, 'cost' as const].flatMap(item),
    ...billing.items,
    ...['developer' as const, 'sales' as const, 'remove' as const, 'logs' as const].flatMap(item),
    ...billing.settlement,
  ]
  return (
    <>
      <RowActions name={row.company_name} items={[...icons, ...more]} inRow={hasRoom ? icons.length : undefined} />
      {billing.dialog}
    </>
  )
}

type Looks = Omit<RowAct, 'onClick'>

/** What the user may do with a company, by the rights that the server has. */
export function actionsOf(row: CompanyRow, me: Me, t: Translate): Partial<Record<RowAction, Looks | false>> {
  const values = { name: isolate(row.company_name) }
  const may = (permission: Permission): boolean => me.may(permission) && me.viewEndsAt === null
  // R148, R151: account executives view as, edit and set costs, and have no other action.
  const isExecutive = me.kind === 'accountExecutive'
  const isOwner = me.kind === 'agencyOwner' && me.viewEndsAt === null
  const mayChange = may('settings.update') || isExecutive
  const isOperator = me.kind === 'rootSystem' || me.kind === 'rootAdmin'
  const isAgencyOfOperator = isOperator && row.user_type === 'userdownline'
  const isAssigned = row.salesRepId || row.accountExecutiveId || row.referrerId
  const state = developerState(row)
  return {
    view: (me.kind === 'rootSystem' || isExecutive || isOwner) && {
      icon: IconEye,
      label: t('View as {name}', { name: isolate(row.name) }),
    },
    edit: mayChange && { icon: IconPencil, label: t('Edit {name}', values) },
    cost: mayChange && { icon: IconCoin, label: t('Set Cost for {name}', values) },
    // R153: for the operator only, on its own tree.
    developer: isAgencyOfOperator &&
      me.viewEndsAt === null && {
        icon: IconCode,
        color: developerColors[state],
        label: t('Developer API of {name}: {state}', { ...values, state: t(developerTexts[state]) }),
      },
    // R190: orange once someone is assigned. R152: system users only.
    sales: isAgencyOfOperator &&
      may('settings.update') && {
        icon: IconUserDollar,
        color: isAssigned ? 'orange' : 'gray',
        label: t('Set Sales Person for {name}', values),
      },
    remove: may('settings.delete') && { icon: IconTrash, label: t('Delete {name}', values) },
    logs: may('settings.enable') && !isExecutive && { icon: IconListDetails, label: t('User logs of {name}', values) },
  }
}

/** Row actions beyond the specification's icons. */
function useRowMenu(row: CompanyRow, onSignOut: () => void): readonly RowAct[] {
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
