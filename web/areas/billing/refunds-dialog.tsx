import { Dialog } from '../../shells/dialog.tsx'
import { Refunds } from './refunds.tsx'

type RefundsDialogProps = { companyId: string; chargeId: string; title: string; onClose: () => void }

/** The refunds of a charge that has no invoice, with their credit notes. */
export function RefundsDialog({ companyId, chargeId, title, onClose }: RefundsDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Refunds companyId={companyId} chargeId={chargeId} />
    </Dialog>
  )
}
