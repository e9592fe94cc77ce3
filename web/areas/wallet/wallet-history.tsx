import { Select } from '@mantine/core'
import { IconArrowDownLeft, IconArrowUpRight, IconHourglassEmpty } from '@tabler/icons-react'
import { downloadWalletHistory, type HistoryItem, type Wallet } from '#contract/wallet/wallet.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { CsvButton } from '../../shells/download-button.tsx'
import { useDownload } from '../../shells/use-download.ts'
import styles from './wallet.module.css'

/** The number of months in the picker: lots last for twelve months, and older history is sometimes needed. */
const shown_months = 24

/** The last months up to and including `last`, newest first. */
function monthsUpTo(last: string): string[] {
  const [year, month] = last.split('-').map(Number) as [number, number]
  return Array.from({ length: shown_months }, (_none, back) => {
    const at = year * 12 + month - 1 - back
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
}

/** R246: a month's transactions, with a download. */
export function WalletHistory({ wallet, onMonth }: { wallet: Wallet; onMonth: (month: string) => void }) {
  const t = useT()
  const me = useMe()
  const { start, busy } = useDownload(downloadWalletHistory)
  const format = useFormat()
  const items = wallet.transaction_history
  return (
    <section className={styles.history} aria-label={t('Transaction history')}>
      <h3 className={styles.heading}>{t('Transaction history')}</h3>
      <div className={styles.bar}>
        <Select
          aria-label={t('Month')}
          value={wallet.month}
          allowDeselect={false}
          onChange={(month) => month && onMonth(month)}
          data={monthsUpTo(wallet.current_month).map((month) => ({
            value: month,
            label: format.month(month),
          }))}
        />
        {me.viewEndsAt === null && items.length > 0 && (
          <CsvButton
            label={t('Download')}
            busy={busy}
            onDownload={(format) =>
              start({ params: { companyId: me.companyId, month: wallet.month }, query: { format } })
            }
          />
        )}
      </div>
      {items.length === 0 ? (
        <p className={styles.quiet}>{t('No transaction history available.')}</p>
      ) : (
        // Focusable, so that it can be scrolled by keyboard.
        <ul className={styles.list} tabIndex={0} aria-label={t('Transactions')}>
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Titles that appear only here. */
const titles: Readonly<Record<string, Text>> = {
  'Reversed by the bank': msg('Reversed by the bank'),
  'Returned by the bank': msg('Returned by the bank'),
}
const icons = { topup: IconArrowDownLeft, charge: IconArrowUpRight, other: IconHourglassEmpty }

function Item({ item }: { item: HistoryItem }) {
  const t = useT()
  const format = useFormat()
  const Icon = icons[item.transaction_type]
  return (
    <li className={styles.item} data-kind={item.transaction_type}>
      <span className={styles.icon} aria-hidden>
        <Icon size={16} stroke={1.75} />
      </span>
      <span className={styles.what}>
        <span>
          {item.transaction_type === 'charge'
            ? t('Leads: {count}', { count: String(item.leads) })
            : t(titles[item.title] ?? item.title)}
        </span>
        <span className={styles.quiet}>
          <time dateTime={item.created_at}>{format.dateTime(item.created_at)}</time>
          {item.expired_at && <> · {t('Expires on {date}', { date: format.date(item.expired_at) })}</>}
        </span>
      </span>
      <bdi className={styles.money}>
        {item.amount > 0 && '+'}
        {format.money(Math.round(item.amount * 100))}
      </bdi>
    </li>
  )
}
