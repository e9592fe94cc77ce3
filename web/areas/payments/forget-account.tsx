import { checkConnectedAccount, checkSalesAccount, resetPaymentConnection } from '#contract/payments/accounts.ts'
import { readStanding } from '#contract/inbox/standing.ts'
import { readAccess } from '#contract/people/user.ts'
import { useAction } from '../../api/hooks.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { ConfirmDialog } from '../../shells/confirm-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'

const effects = {
  agency: msg('Your clients’ cards will no longer be charged. The account stays at the payment provider.'),
  sales: msg('Your commissions wait until you connect another account. This one stays at the payment provider.'),
}

type ForgetAccountProps = { companyId: string; type: keyof typeof effects; onClose: () => void }

/** Asks before it disconnects the account that an agency, or the caller as a sales person, is paid to. */
export function ForgetAccount({ companyId, type, onClose }: ForgetAccountProps) {
  const t = useT()
  const forget = useAction(resetPaymentConnection, {
    invalidates: [checkConnectedAccount, checkSalesAccount, readAccess, readStanding],
    onDone: notifyAndClose(onClose),
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Disconnect this payment account?')}
      confirmLabel={t('Disconnect')}
      danger
      submitting={forget.isPending}
      submitError={forget.error}
      onConfirm={() => forget.mutate({ params: { companyId, type } })}
    >
      <p>{t(effects[type])}</p>
    </ConfirmDialog>
  )
}
