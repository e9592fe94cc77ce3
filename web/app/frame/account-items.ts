import {
  IconApi,
  IconBan,
  IconCreditCard,
  IconDevices,
  IconLock,
  IconPlugConnected,
  IconShieldLock,
  IconUser,
  IconWallet,
  type Icon,
} from '@tabler/icons-react'
import { accountItemsOf, type AccountItem } from '#contract/guards/menus.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { Me } from '../../session/me.ts'
import { isAccountDialog, type AccountDialogName } from './account-dialog-names.ts'
import { isOpen } from './menu.ts'

export type ShownItem = { icon: Icon; label: Text } & ({ to: string } | { dialog: AccountDialogName })

/**
 * Icon and label of each profile dropdown item, and what it opens: a page, or a dialog of `account-dialogs.tsx`. An
 * item is shown only if its target exists. The dropdown itself renders Support, groups and Log out.
 */
const looks: Readonly<
  Partial<Record<AccountItem, { icon: Icon; label: Text } & ({ to: string } | { dialog: string })>>
> = {
  profile: { icon: IconUser, label: msg('Profile'), to: '/user/profile' },
  cardSetting: { icon: IconCreditCard, label: msg('Card Setting'), to: '/user/card-setting' },
  dataWallet: { icon: IconWallet, label: msg('Data Wallet'), dialog: 'wallet' },
  integrations: { icon: IconPlugConnected, label: msg('Integrations'), to: '/integrations' },
  developer: { icon: IconApi, label: msg('Developer'), dialog: 'developer' },
  exclusionList: { icon: IconBan, label: msg('Exclusion List'), to: '/user/exclusion-list' },
  changePassword: { icon: IconLock, label: msg('Change Password'), dialog: 'password' },
  twoFactor: { icon: IconShieldLock, label: msg('Two Factor Authentication'), dialog: 'twoFactor' },
  sessions: { icon: IconDevices, label: msg('Sessions'), dialog: 'sessions' },
}

/** The items available to a user (D1 2.4), in the specification's order. */
export function shownItemsOf(me: Me): readonly ShownItem[] {
  return accountItemsOf(me.access).flatMap((item): ShownItem[] => {
    const look = looks[item]
    if (!look) return []
    if ('to' in look) return isOpen(me, look.to) ? [look] : []
    return isAccountDialog(look.dialog) ? [{ ...look, dialog: look.dialog }] : []
  })
}
