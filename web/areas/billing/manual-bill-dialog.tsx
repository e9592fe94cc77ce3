import { useState } from 'react'
import { setBillingMethod } from '#contract/billing/manual-bill.ts'
import { listCharges } from '#contract/billing/charges.ts'
import { getCompany, listCompanies, type CompanyRow } from '#contract/companies/companies.ts'
import { useAction } from '../../api/hooks.ts'
import type { CallFailure } from '../../api/failure.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { ConfirmDialog } from '../../shells/confirm-dialog.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { notifyFailed, notifyAndClose } from '../../shells/notify.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { useQuote } from './use-quote.ts'

const saveFailed = msg('We are unable to save. Please try again later or contact support for assistance.')

/** Explains the effect of switching before doing it (R195, R196). If saving fails, nothing changes (R197). */
export function ManualBillDialog({ row, onClose }: { row: CompanyRow; onClose: () => void }) {
  const t = useT()
  const isOn = row.manual_bill
  // Idempotency key, one per opened dialog: a retry repeats the same charge.
  const [operationId] = useState(() => crypto.randomUUID())
  const change = useAction(setBillingMethod, {
    invalidates: [listCompanies, getCompany, listCharges],
    onDone: notifyAndClose(onClose),
  })
  const format = useFormat()
  const quote = useQuote(row, 'manual_bill', { enabled: isOn })
  const { offer } = quote
  const body = isOn
    ? { companyId: row.company_id, manualBill: false, operationId, quote_id: offer?.quote_id }
    : { companyId: row.company_id, manualBill: true }
  const fail = (failure: CallFailure): void => {
    // Keep the dialog open and show the new amount.
    if (failure.code === 'terms_changed') return void quote.refetch()
    notifyFailed(t(saveFailed))
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={isOn ? t('Turn off manual billing?') : t('Turn on manual billing?')}
      confirmLabel={isOn ? t('Turn off') : t('Turn on')}
      danger={isOn}
      // What is charged must have been shown.
      ready={!isOn || offer !== undefined}
      submitting={change.isPending || quote.isReading}
      submitError={change.error?.code === 'terms_changed' ? change.error : null}
      onConfirm={() => change.mutate({ body }, { onError: fail })}
    >
      <p>
        <Bdi>{row.company_name}</Bdi>
      </p>
      <p>
        {isOn
          ? t('All campaigns of this agency stop now, and its balance to date is charged to its card.')
          : t('Campaigns of this agency are billed at wholesale to its card.')}
      </p>
      {quote.error && !offer && <FailureNote failure={quote.error} onRetry={quote.refetch} />}
      {offer && <p>{t('Due now: {amount}', { amount: format.money(Math.round(offer.amount * 100)) })}</p>}
    </ConfirmDialog>
  )
}
