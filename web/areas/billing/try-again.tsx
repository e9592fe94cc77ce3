import { Button } from '@mantine/core'
import { listCharges } from '#contract/billing/charges.ts'
import { listInvoices, readBilling } from '#contract/billing/invoices.ts'
import { listFailedPayments, retryCharge } from '#contract/payments/failed-payments.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { notifyDone, notifyFailed } from '../../shells/notify.tsx'
import { inboxReads } from '../inbox/inbox-reads.ts'

type TryAgainProps = {
  companyId: string
  chargeId: string
  /** What is retried, for the button's screen reader label. */
  name: string
  /** Lets the list poll for a while, because the payment provider takes time to respond. */
  onTried: () => void
}

/** Retries a declined charge now; the list shows the result. */
export function TryAgain({ companyId, chargeId, name, onTried }: TryAgainProps) {
  const t = useT()
  const retry = useAction(retryCharge, {
    invalidates: [listFailedPayments, listInvoices, listCharges, readBilling, ...inboxReads],
    onDone: ({ message }) => {
      notifyDone(t(message))
      onTried()
    },
  })
  return (
    <Button
      size="xs"
      variant="default"
      loading={retry.isPending}
      aria-label={t('Retry now: {name}', { name })}
      onClick={() =>
        retry.mutate(
          { body: { companyId, chargeID: chargeId } },
          { onError: ({ message }) => notifyFailed(t(message)) },
        )
      }
    >
      {t('Retry now')}
    </Button>
  )
}
