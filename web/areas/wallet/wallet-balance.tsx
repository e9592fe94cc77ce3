import { Alert, Anchor, Progress } from '@mantine/core'
import { IconAlertTriangle, IconCreditCard, IconHourglassLow, IconLoader } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Wallet } from '#contract/wallet/wallet.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { causeText, standingOf } from '../billing/charge-words.ts'
import styles from './wallet.module.css'

const cents = (dollars: number): number => Math.round(dollars * 100)

/** The remaining balance, and whether action is needed. */
export function WalletBalance({ wallet, onLeave }: { wallet: Wallet; onLeave: () => void }) {
  const t = useT()
  const format = useFormat()
  const { balance_amount, last_balance_amount, total_amount } = wallet
  const share = last_balance_amount > 0 ? Math.min(balance_amount / last_balance_amount, 1) : 0
  return (
    <section className={styles.balance} aria-label={t('Balance')}>
      <div className={styles.figures}>
        <span className={styles.label}>{t('Balance')}</span>
        <strong className={styles.amount}>{format.money(cents(balance_amount))}</strong>
        {total_amount > 0 && (
          <span className={styles.quiet}>
            {t('{amount} after the last top-up · {total} in total', {
              amount: isolate(format.money(cents(last_balance_amount))),
              total: isolate(format.money(cents(total_amount))),
            })}
          </span>
        )}
      </div>
      {total_amount > 0 && (
        <Progress
          value={share * 100}
          color={share < 0.1 ? 'red' : 'brand'}
          aria-label={t('Remaining from the last balance')}
          size="sm"
        />
      )}
      <p className={styles.quiet}>
        <HowPaid wallet={wallet} />
      </p>
      <Notes wallet={wallet} onLeave={onLeave} />
    </section>
  )
}

/** What the wallet pays for, and what happens when it is empty. */
function HowPaid({ wallet }: { wallet: Wallet }) {
  const t = useT()
  const format = useFormat()
  if (wallet.total_amount === 0) return <>{t('After the first top-up, your wallet pays for leads as they arrive.')}</>
  if (wallet.stop_continual)
    return <>{t('Continual top-up is stopped. When the wallet is empty, leads are charged by invoice.')}</>
  if (wallet.continual_declined)
    return <>{t('Automatic top-ups have stopped, because the card was declined. Top up to start them again.')}</>
  if (wallet.last_balance_amount === 0)
    return (
      <>
        {t('The whole balance has expired. The wallet is topped up with {amount} when the next lead arrives.', {
          amount: isolate(format.money(cents(wallet.amount))),
        })}
      </>
    )
  return (
    <>
      {t('Topped up with {amount} when less than {least} is left. Leads stop while the wallet is empty.', {
        amount: isolate(format.money(cents(wallet.amount))),
        least: isolate(format.money(Math.round(cents(wallet.last_balance_amount) / 10))),
      })}
    </>
  )
}

function Notes({ wallet, onLeave }: { wallet: Wallet; onLeave: () => void }) {
  const t = useT()
  const format = useFormat()
  const { open_topup: open, next_expiry: ending } = wallet
  return (
    <>
      {wallet.leads_stopped && (
        <Alert color="red" icon={<IconAlertTriangle size={18} stroke={1.75} />} title={t('New leads have stopped')}>
          {t('The wallet is empty. Leads start again once a top-up is paid.')}
        </Alert>
      )}
      {wallet.held_amount > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle size={18} stroke={1.75} />}>
          {t('{amount} can’t be used: the bank reversed its payment.', {
            amount: isolate(format.money(cents(wallet.held_amount))),
          })}
        </Alert>
      )}
      {wallet.is_enable_topup_prepaid_direct_payment === false && (
        <Alert color="orange" icon={<IconCreditCard size={18} stroke={1.75} />}>
          {t('Add a card to top up.')}{' '}
          <Anchor component={Link} to="/user/profile-setup" inherit underline="always" onClick={onLeave}>
            {t('Profile Setup')}
          </Anchor>
        </Alert>
      )}
      {open && (
        <Alert
          color={open.status === 'declined' ? 'red' : 'blue'}
          icon={<IconLoader size={18} stroke={1.75} />}
          role="status"
          title={t('Top-up of {amount}: {status}', {
            amount: isolate(format.money(cents(open.amount))),
            status: t(standingOf(open).text),
          })}
        >
          {t(causeText(open.cause) ?? msg('It is added to the balance once it is paid.'))}
        </Alert>
      )}
      {ending && (
        <Alert color="orange" icon={<IconHourglassLow size={18} stroke={1.75} />}>
          {t('{amount} expires on {date}.', {
            amount: isolate(format.money(cents(ending.amount))),
            date: format.date(ending.expired_at),
          })}
        </Alert>
      )}
    </>
  )
}
