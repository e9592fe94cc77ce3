import { Link } from '@tanstack/react-router'
import { guard } from '#contract/guards/guard.ts'
import type { AccountNotice } from '#contract/guards/notices.ts'
import { readStanding, type StandingNotice } from '#contract/inbox/standing.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { useMe, type Me } from '../../../session/me.ts'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import figures from '../../../shells/figures/figures.module.css'
import styles from './dashboard.module.css'

type Words = { name: Text; badge: Text; note: Text; to?: string }

const card = '/user/card-setting'
const stopNote = msg('New leads have stopped.')

/** What stops leads, or soon does, for want of money. The line over every page says it in full (`app/frame/account-notices.ts`). */
const words: Partial<Readonly<Record<AccountNotice, Words>>> = {
  paymentFailed: { name: msg('Update your card'), badge: msg('Payment failed'), note: stopNote, to: card },
  agencyPaymentFailed: { name: msg('Your agency’s card'), badge: msg('Payment failed'), note: stopNote },
  agencyStopped: { name: msg('Your agency'), badge: msg('Leads stopped'), note: stopNote },
  paymentDeclined: {
    name: msg('Update your card'),
    badge: msg('Payment declined'),
    note: msg('New leads stop if the payment isn’t made.'),
    to: card,
  },
  walletEmpty: { name: msg('Data Wallet'), badge: msg('Empty'), note: stopNote },
  topUpEmpty: { name: msg('Prepaid leads'), badge: msg('Used up'), note: stopNote },
}

/** The account's notices that are about money, most urgent first; the frame polls them. */
export function useMoneyNotices(): readonly StandingNotice[] {
  const { data } = useCall(readStanding, {})
  return (data?.data.notices ?? []).filter(({ kind }) => words[kind])
}

/** A line of what needs attention, with a link to where this user can settle it. */
export function MoneyItem({ kind }: Pick<StandingNotice, 'kind'>) {
  const t = useT()
  const { access } = useMe()
  const item = words[kind]
  if (!item) return null
  const { name, badge, note, to } = item
  return <Line name={t(name)} badge={t(badge)} note={t(note)} to={to !== undefined && isOpen(access, to) ? to : null} />
}

const failedPayments = '/configuration/failed-payments'

/** How many payments of the agency's clients are declined, for users who may open their list. */
export function useDeclinedOfClients(): number {
  const { access } = useMe()
  const { data } = useCall(readStanding, {})
  return isOpen(access, failedPayments) ? (data?.data.declined_of_clients ?? 0) : 0
}

export function ClientsItem({ count }: { count: number }) {
  const t = useT()
  const format = useFormat()
  return (
    <Line
      name={t('Payments of clients')}
      badge={`${t('Payment declined')} · ${format.number(count)}`}
      note={t('Their new leads stop if they aren’t paid.')}
      to={failedPayments}
    />
  )
}

const isOpen = (access: Me['access'], to: string): boolean => guard(access, to).kind === 'shown'

function Line({ name, badge, note, to }: { name: string; badge: string; note: string; to: string | null }) {
  return (
    <li className={styles.item}>
      <span className={styles.itemLine}>
        {to === null ? (
          <span className={figures.name}>{name}</span>
        ) : (
          <Link to={to} className={figures.name}>
            {name}
          </Link>
        )}
        <StatusBadge tone="bad">{badge}</StatusBadge>
      </span>
      <span className={styles.itemCause}>{note}</span>
    </li>
  )
}
