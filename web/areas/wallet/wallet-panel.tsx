import { Drawer, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { listCharges } from '#contract/billing/charges.ts'
import { readBilling } from '#contract/billing/invoices.ts'
import { readWallet, type Wallet } from '#contract/wallet/wallet.ts'
import { useCall } from '../../api/hooks.ts'
import { useReread } from '../../api/use-reread.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { useTopmost } from '../../shells/use-topmost.ts'
import { inboxReads } from '../inbox/inbox-reads.ts'
import { WalletBalance } from './wallet-balance.tsx'
import { WalletForm } from './wallet-form.tsx'
import { WalletHistory } from './wallet-history.tsx'
import styles from './wallet.module.css'

/** Polling interval while a top-up is being charged. */
const ask_ms = 2_000
const isInProgress = (wallet: Wallet): boolean => wallet.open_topup !== null && wallet.open_topup.status !== 'declined'

/** What the page below shows of a top-up. */
const reads = [listCharges, readBilling, ...inboxReads]

/** Data Wallet: a side panel over any page (S083). */
export function WalletPanel({ onClose }: { onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const isTopmost = useTopmost(true)
  const [month, setMonth] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const { data, error, refetch } = useCall(
    readWallet,
    { query: { company_id: me.companyId, ...(month && { date: month }) } },
    { alwaysFresh: true, keepPrevious: true, refetchEvery_ms: asking && ask_ms },
  )
  const wallet = data?.data
  if (wallet && isInProgress(wallet) !== asking) setAsking(isInProgress(wallet))
  useReread(wallet && `${wallet.open_topup?.status} ${wallet.total_amount}`, reads)
  return (
    <Drawer
      opened
      onClose={() => isTopmost() && onClose()}
      position="right"
      size="md"
      title={t('Data Wallet')}
      closeButtonProps={{ 'aria-label': t('Close') }}
      // The page already has a banner landmark.
      attributes={{ header: { role: 'presentation' } }}
    >
      {error && !wallet && <FailureNote failure={error} onRetry={refetch} />}
      {!wallet && !error && <Skeleton height={420} />}
      {wallet && (
        <div className={styles.panel}>
          <WalletBalance wallet={wallet} onLeave={onClose} />
          {me.viewEndsAt === null && <WalletForm key={`${wallet.amount} ${wallet.custom_amount}`} wallet={wallet} />}
          <p className={styles.terms}>
            {t('The balance expires after 12 months if unused. It is non-refundable and has no cash value.')}
          </p>
          <WalletHistory wallet={wallet} onMonth={setMonth} />
        </div>
      )}
    </Drawer>
  )
}
