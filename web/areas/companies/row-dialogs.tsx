import type { CompanyRow } from '#contract/companies/companies.ts'
import { SignOutDialog } from '../sign-in/sessions/sign-out-dialog.tsx'
import { ViewAsDialog } from '../sign-in/view/view-as-dialog.tsx'
import { CostDialog } from './cost/cost-dialog.tsx'
import { DeveloperDialog } from './developer-dialog.tsx'
import { LogsDialog } from './logs-dialog.tsx'
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
      return <DeveloperDialog row={row} onEdit={(edited) => onOpen('edit', edited)} onClose={onClose} />
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
