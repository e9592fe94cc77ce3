import type { ReactNode } from 'react'
import { listRoles } from '#contract/people/roles.ts'
import { listSales } from '#contract/companies/sales.ts'
import { removeUser } from '#contract/companies/users.ts'
import { listCompanies, type CompanyRow } from '#contract/companies/companies.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ConfirmAction } from '../../../shells/confirm-action.tsx'
import { Bdi } from '../../../ui/bdi.tsx'

type RemovePersonDialogProps = {
  row: CompanyRow
  title: string
  confirmLabel: string
  /** Says what else is removed with the person. */
  children?: ReactNode
  onClose: () => void
}

export function RemovePersonDialog({ row, title, confirmLabel, children, onClose }: RemovePersonDialogProps) {
  const t = useT()
  return (
    <ConfirmAction
      title={title}
      confirmLabel={confirmLabel}
      operation={removeUser}
      input={{ params: { companyId: row.company_id, userId: row.id! } }}
      invalidates={[listCompanies, listRoles, listSales]}
      onClose={onClose}
    >
      <p>
        <Bdi>{row.name}</Bdi> (<Bdi>{row.email}</Bdi>)
      </p>
      {children}
      <p>{t('They are signed out immediately and can no longer sign in. You can invite them again later.')}</p>
    </ConfirmAction>
  )
}
