import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { downloadCreditNote } from '#contract/billing/invoices.ts'
import { listRefunds } from '#contract/billing/refunds.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { isolate } from '../../i18n/isolate.ts'
import { FailureNote } from '../../shells/failure-note.tsx'
import { useDownload } from '../../shells/use-download.ts'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './billing.module.css'
import { refundReasons, refundStates } from './refund-words.ts'

/** Refunds of an invoice, with their credit notes; renders nothing if there are none. */
export function Refunds({ companyId, chargeId }: { companyId: string; chargeId: string }) {
  const t = useT()
  const format = useFormat()
  const { data, error, refetch } = useCall(listRefunds, { params: { companyId, chargeId } }, { alwaysFresh: true })
  const refunds = data?.data.refunds ?? []
  const download = useDownload(downloadCreditNote)
  if (error && !data) return <FailureNote failure={error} onRetry={refetch} />
  if (refunds.length === 0) return null
  return (
    <section aria-label={t('Refunds')} className={styles.refunds}>
      <h3 className={styles.heading}>{t('Refunds')}</h3>
      <ul className={styles.lines}>
        {refunds.map((refund) => (
          <li key={refund.id} className={styles.line}>
            <span className={styles.standing}>
              <span>
                {t(refundReasons[refund.reason])}
                {refund.credit_note !== '' && (
                  <span className={styles.quiet}>
                    {' · '}
                    {refund.state === 'failed' ? t('Void credit note') : t('Credit note')}{' '}
                    <Bdi>{refund.credit_note}</Bdi>
                  </span>
                )}
              </span>
              {refund.tax > 0 && (
                <span className={styles.quiet}>
                  {t('{tax} of it is tax', { tax: isolate(format.money(Math.round(refund.tax * 100))) })}
                </span>
              )}
              <StatusBadge tone={refundStates[refund.state].tone}>{t(refundStates[refund.state].text)}</StatusBadge>
            </span>
            <span className={styles.paper}>
              <span className={styles.amount}>{format.money(-Math.round(refund.amount * 100))}</span>
              {refund.credit_note !== '' && (
                <ActionIcon
                  variant="default"
                  loading={download.busy}
                  aria-label={t('Download credit note {number}', { number: isolate(refund.credit_note) })}
                  onClick={() => download.start({ params: { companyId, refundId: refund.id } })}
                >
                  <IconDownload size={14} />
                </ActionIcon>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
