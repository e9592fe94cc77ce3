import { settleManualBill } from '#contract/billing/manual-bill.ts'
import { getCompany, listCompanies, type CompanyRow } from '#contract/companies/companies.ts'
import { useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { ConfirmDialog } from '../../shells/confirm-dialog.tsx'
import { notifyFailed, notifyAndClose } from '../../shells/notify.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { useQuote } from './use-quote.ts'

const settlementFailed = msg('Something went wrong, please try again later..')

/** Settles an agency's failed payment (R193); if that fails, shows the text of R198. */
export function SettlementDialog({ row, onClose }: { row: CompanyRow; onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  const quote = useQuote(row, 'settlement')
  const { offer } = quote
  const settle = useAction(settleManualBill, {
    invalidates: [listCompanies, getCompany],
    onDone: notifyAndClose(onClose),
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Settle the failed payment?')}
      confirmLabel={t('Settle')}
      danger={false}
      submitting={settle.isPending || quote.isReading}
      submitError={settle.error?.code === 'terms_changed' ? settle.error : quote.error}
      onConfirm={() =>
        settle.mutate(
          { body: { userId: row.id!, quote_id: offer?.quote_id } },
          {
            onError: ({ code }) => {
              // Keep the dialog open and show the new amount.
              if (code === 'terms_changed') void quote.refetch()
              else notifyFailed(t(settlementFailed))
            },
          },
        )
      }
    >
      <p>
        <Bdi>{row.company_name}</Bdi>
      </p>
      <p>{t('Its users regain access. Amounts due remain due until they are charged or paid another way.')}</p>
      {offer && <p>{t('Still due: {amount}', { amount: format.money(Math.round(offer.amount * 100)) })}</p>}
    </ConfirmDialog>
  )
}
