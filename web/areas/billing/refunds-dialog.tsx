import { useT } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { Refunds } from './refunds.tsx'

type RefundsDialogProps = { companyId: string; chargeId: string; onClose: () => void }

/** The refunds of a charge that has no invoice, with their credit notes. */
export function RefundsDialog({ companyId, chargeId, onClose }: RefundsDialogProps) {
  const t = useT()
  return (
    <Dialog opened onClose={onClose} title={t('Credit notes')}>
      <Refunds companyId={companyId} chargeId={chargeId} />
    </Dialog>
  )
}
