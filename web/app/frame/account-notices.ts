import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { findProtectedPage } from '#contract/guards/protected-pages.ts'
import { accountNoticesOf, type AccountNotice } from '#contract/guards/notices.ts'
import type { AccessContext } from '#contract/guards/access-context.ts'
import { msg, useT, type Text, type Translate } from '../../i18n/texts.tsx'
import type { Me } from '../../session/me.ts'
import { hideNotice, notify } from '../../shells/notify.tsx'
import { isOpen } from './menu.ts'
import { searchOf } from '../../session/search.ts'

export interface Words {
  text: Text
  /** Danger by default. A warning means that setup is unfinished, not broken (D1 §4). */
  kind?: 'warning'
  /** The page that resolves the notice, linked by its button. */
  to: string
  label: Text
  search?: { section: string }
}

const settings = '/configuration/general-setting'
/** The settings page of the payment account. */
export const paymentAccountLink = {
  to: settings,
  label: msg('Payment account'),
  search: { section: 'payment-account' },
}
const forSales = { to: '/configuration/sales-connect-account', label: msg('Connect account') }

/** The payment provider is not named (OQ-13). The texts for sales staff are our own (OQ-53). */
export const noticeWords: Readonly<Record<AccountNotice, Words>> = {
  connectAccount: {
    text: msg(
      'You need to connect your payment account prior to adding any clients.(go to system setting->general setting->connect your account)',
    ),
    ...paymentAccountLink,
  },
  continueConnecting: {
    text: msg(
      'Please continue complete the form to connect your account with the payment provider before start to add client (go to system setting->general setting->connect your account)',
    ),
    ...paymentAccountLink,
  },
  inVerification: {
    text: msg(
      'Your account is still being verified by the payment provider, please check your email or login to your payment account for additional steps required by the payment provider.',
    ),
    ...paymentAccountLink,
  },
  salesConnect: { text: msg('Please connect your payment account to receive commissions.'), ...forSales },
  salesContinue: {
    text: msg('Your payment account isn’t fully connected yet.'),
    ...forSales,
  },
  paymentSetup: {
    text: msg('Complete your payment setup first to fully use the system. (Go to Profile -> Payment Setup)'),
    kind: 'warning',
    to: '/user/profile-setup',
    label: msg('Payment Setup'),
  },
  completeProfile: {
    text: msg('Please complete your profile to fully use the system. (Go to Profile)'),
    kind: 'warning',
    to: '/user/profile',
    label: msg('Profile'),
  },
}

const dismissedKey = 'account_notices_told'

/** Whether this user sees the notice for the first time in this session: each notice is shown once (R103). */
function firstTime(me: Me, notice: AccountNotice | 'mailServer'): boolean {
  const dismissed = sessionStorage.getItem(dismissedKey)?.split(' ') ?? []
  const sign = `${me.id}:${notice}`
  if (dismissed.includes(sign)) return false
  sessionStorage.setItem(dismissedKey, [...dismissed, sign].join(' '))
  return true
}

/** Pages of the setup itself, which need no reminder to begin it. */
const whereSettled = ['/user/profile-setup', '/user/profile-setup-v1', '/user/profile', '/user/card-setting']

/** The notices for a user on a page, without setup reminders on the setup pages. */
export const noticesAt = (access: AccessContext, pathname: string): AccountNotice[] =>
  accountNoticesOf(access, findProtectedPage(access, pathname)?.page.menu === 'leads').filter(
    (notice) => noticeWords[notice].kind !== 'warning' || !whereSettled.includes(pathname),
  )

/** Shows what an account still lacks. Notices stay until they are closed or resolved (R103 to R109, R124). */
export function useAccountNotices(me: Me): void {
  const t = useT()
  const navigate = useNavigate()
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef(new Map<AccountNotice, string>())
  useEffect(() => {
    if (pathname === undefined) return
    const current = noticesAt(me.access, pathname)
    for (const [notice, id] of shown.current) {
      if (current.includes(notice)) continue
      hideNotice(id)
      shown.current.delete(notice)
    }
    for (const notice of current.filter((one) => firstTime(me, one))) {
      const { text, to, label, search, kind = 'danger' } = noticeWords[notice]
      // No button when the user is already on its target page.
      const action =
        to !== pathname && isOpen(me, to)
          ? { label: t(label), act: () => void navigate({ to, search: searchOf(search) }) }
          : undefined
      shown.current.set(notice, notify(kind, t(text), { isPersistent: true, action }))
    }
    notifyOfMailServer(me, t, () => void navigate({ to: settings, search: searchOf({ section: 'mail-server' }) }))
  }, [me, pathname, navigate, t])
}

function notifyOfMailServer(me: Me, t: Translate, act: () => void): void {
  if (!me.mailServerFails || me.viewEndsAt !== null || !firstTime(me, 'mailServer')) return
  const action = { label: t('Mail server'), act }
  notify('warning', t('Your mail server is failing. Until it works again, email goes through the platform.'), {
    isPersistent: true,
    action,
  })
}
