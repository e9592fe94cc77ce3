import { Button } from '@mantine/core'
import { useState } from 'react'
import { listReceivables, remindPayer, type Receivable } from '#contract/payments/receivables.ts'
import { useAction } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ConfirmDialog } from '../../../shells/confirm-dialog.tsx'
import { notifyAndClose } from '../../../shells/notify.tsx'

/** Sends a payer a mail about its open charges, after asking. */
export function RemindButton({ payer }: { payer: Receivable }) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  const name = isolate(payer.company_name)
  const remind = useAction(remindPayer, {
    invalidates: [listReceivables],
    onDone: notifyAndClose(() => setAsking(false)),
  })
  return (
    <>
      <Button size="xs" variant="default" aria-label={t('Remind {name}', { name })} onClick={() => setAsking(true)}>
        {t('Remind')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          opened
          onClose={() => setAsking(false)}
          title={t('Send {name} a reminder?', { name })}
          confirmLabel={t('Send reminder')}
          danger={false}
          submitting={remind.isPending}
          submitError={remind.error}
          onConfirm={() => remind.mutate({ body: { companyId: payer.company_id } })}
        >
          <p>{t('It lists the open charges and is sent to those who get notices, at most once a day.')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
