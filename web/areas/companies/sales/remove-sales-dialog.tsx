import { listSales } from '#contract/companies/sales.ts'
import { removeUser } from '#contract/companies/users.ts'
import { listCompanies, type CompanyRow } from '#contract/tenants/companies.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { ConfirmDialog } from '../../../shells/confirm-dialog.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { Bdi } from '../../../ui/bdi.tsx'

export function RemoveSalesDialog({ row, onClose }: { row: CompanyRow; onClose: () => void }) {
  const t = useT()
  const removal = useAction(removeUser, {
    invalidates: [listCompanies, listSales],
    onDone: ({ message }) => {
      notifyDone(t(message))
      onClose()
    },
  })
  const agencies = row.sales?.agencies ?? 0
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Remove this sales person?')}
      confirmLabel={t('Remove sales person')}
      danger
      submitting={removal.isPending}
      submitError={removal.error}
      onConfirm={() => removal.mutate({ params: { companyID: row.company_id, userID: row.id! } })}
    >
      <p>
        <Bdi>{row.name}</Bdi> (<Bdi>{row.email}</Bdi>)
      </p>
      {agencies > 0 && (
        <p>
          {t(
            '{count, plural, one {# agency is assigned to them and will be nobody’s.} other {# agencies are assigned to them and will be nobody’s.}}',
            { count: agencies },
          )}
        </p>
      )}
      <p>{t('They are signed out at once and cannot sign in any more. You can invite them again later.')}</p>
    </ConfirmDialog>
  )
}
