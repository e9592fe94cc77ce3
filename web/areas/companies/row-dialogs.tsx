import type { CompanyRow } from '#contract/companies/companies.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { UserLogs } from '../activity/user-logs.tsx'
import { SignOutDialog } from '../sign-in/sessions/sign-out-dialog.tsx'
import { ViewAsDialog } from '../sign-in/view/view-as-dialog.tsx'
import styles from './companies.module.css'
import { CostDialog } from './cost/cost-dialog.tsx'
import { DeveloperDialog } from './developer-dialog.tsx'
import { RemoveCompanyDialog } from './remove-company-dialog.tsx'
import type { OpenAction, RowAction } from './row-actions.tsx'
import { SalesDialog } from './sales-dialog.tsx'

/** The open dialog and the row it is for. */
export type OpenDialog = { action: Exclude<RowAction, 'edit'>; row: CompanyRow }

type RowDialogProps = { open: OpenDialog; onOpen: OpenAction; onClose: () => void }

/** The dialog that a row's icon has opened (R188). */
export function RowDialog({ open: { action, row }, onOpen, onClose }: RowDialogProps) {
  switch (action) {
    case 'view':
      return <ViewAsDialog user={{ id: row.id!, name: row.name, companyName: row.company_name }} onClose={onClose} />
    case 'cost':
      return <CostDialog row={row} onClose={onClose} />
    case 'developer':
      return <DeveloperDialog row={row} onEdit={(company) => onOpen('edit', company)} onClose={onClose} />
    case 'sales':
      return <SalesDialog row={row} onClose={onClose} />
    case 'remove':
      return <RemoveCompanyDialog row={row} onClose={onClose} />
    case 'logs':
      return <LogsDialog row={row} onClose={onClose} />
    case 'signOut':
      return <SignOutDialog person={{ ...row, id: row.id! }} onClose={onClose} />
  }
}

/** Agency User's Logs (R188, S089): what the users of a company and of the companies below it have done. */
function LogsDialog({ row, onClose }: { row: CompanyRow; onClose: () => void }) {
  const t = useT()
  const isAgency = row.user_type === 'userdownline'
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isAgency ? t("Agency User's Logs") : t("Client User's Logs")}
      size="min(72rem, 100%)"
    >
      <p className={styles.note}>{t('Activity of users at {name}.', { name: isolate(row.company_name) })}</p>
      <UserLogs companyId={row.company_id} isAgency={isAgency} />
    </Dialog>
  )
}
