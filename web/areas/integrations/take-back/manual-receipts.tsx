import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { listManualReceipts, type Receipt } from '#contract/integrations/take-back.ts'
import { call } from '../../../api/call.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useModule } from '../../../session/module.ts'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { useMoreList } from '../../../shells/more-table.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import styles from '../delivery-line.module.css'
import { ReceiptLine } from './receipt-line.tsx'

/** Erasure requests that someone must carry out by hand, because the destination cannot be notified. Hidden if none. */
export function ManualReceipts() {
  const t = useT()
  const me = useMe()
  const module = useModule()
  const params = { company: me.companyId }
  const list = useMoreList<Receipt>(
    [listManualReceipts.name, params],
    (before, signal) => call(listManualReceipts, { params, query: { before }, signal }),
    30_000,
  )
  if (list.error && !list.rows) return <FailureNote failure={list.error} onRetry={list.refetch} />
  if (!list.rows || list.rows.length === 0) return null
  return (
    <div className={styles.before}>
      <TitledCard title={t('Remove manually')}>
        <p className={styles.target}>
          {t('These people asked to be forgotten. Remove them where we can’t, then mark them as removed.')}
        </p>
        {list.rows.map((receipt) => (
          <ReceiptLine
            key={receipt.id}
            receipt={receipt}
            about={
              <Link className={styles.person} to={`${module.base}/leads/${receipt.lead_id}`}>
                <bdi>{receipt.lead_name || t('Erased lead')}</bdi>
                {me.side === 'agency' && <bdi>{` · ${receipt.company_name}`}</bdi>}
              </Link>
            }
          />
        ))}
        {list.hasMore && (
          <Button variant="default" size="xs" loading={list.loadingMore} onClick={list.loadMore}>
            {t('Show more')}
          </Button>
        )}
      </TitledCard>
    </div>
  )
}
