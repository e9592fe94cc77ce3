import type { ReactNode } from 'react'
import { listRoles } from '#contract/people/roles.ts'
import { listSales } from '#contract/companies/sales.ts'
import { removeUser } from '#contract/companies/users.ts'
import { listCompanies, type CompanyRow } from '#contract/companies/companies.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ConfirmDialog } from '../../../shells/confirm-dialog.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { Bdi } from '../../../ui/bdi.tsx'

type RemovePersonDialogProps = {
  row: CompanyRow
  title: string
  confirmLabel: string
  /** What else goes with them. */
  children?: ReactNode
  onClose: () => void
}

export function RemovePersonDialog({ row, title, confirmLabel, children, onClose }: RemovePersonDialogProps) {
  const t = useT()
  const removal = useAction(removeUser, {
    invalidates: [listCompanies, listRoles, listSales],
    onDone: ({ message }) => {
      notifyDone(t(message))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={title}
      confirmLabel={confirmLabel}
      danger
      submitting={removal.isPending}
      submitError={removal.error}
      onConfirm={() => removal.mutate({ params: { companyId: row.company_id, userId: row.id! } })}
    >
      <p>
        <Bdi>{row.name}</Bdi> (<Bdi>{row.email}</Bdi>)
      </p>
      {children}
      <p>{t('They are signed out at once and cannot sign in any more. You can invite them again later.')}</p>
    </ConfirmDialog>
  )
}
