import { removeUser } from '#contract/companies/users.ts'
import { listRoles } from '#contract/access/roles.ts'
import { listCompanies, type CompanyRow } from '#contract/tenants/companies.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ConfirmDialog } from '../../../shells/confirm-dialog.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { notifyDone } from '../../../shells/notify.tsx'

export function RemoveAdministratorDialog({ row, onClose }: { row: CompanyRow; onClose: () => void }) {
  const t = useT()
  const removal = useAction(removeUser, {
    invalidates: [listCompanies, listRoles],
    onDone: ({ message }) => {
      notifyDone(t(message))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Remove this administrator?')}
      confirmLabel={t('Remove administrator')}
      danger
      submitting={removal.isPending}
      submitError={removal.error}
      onConfirm={() => removal.mutate({ params: { companyID: row.company_id, userID: row.id! } })}
    >
      <p>
        <Bdi>{row.name}</Bdi> (<Bdi>{row.email}</Bdi>)
      </p>
      <p>{t('They are signed out at once and cannot sign in any more. You can invite them again later.')}</p>
    </ConfirmDialog>
  )
}
