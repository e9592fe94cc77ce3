import { listRemoved } from '#contract/companies/removed.ts'
import { removeUser, restoreCompany } from '#contract/companies/users.ts'
import { getCompany, listCompanies, type CompanyRow } from '#contract/companies/companies.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { notify, notifyDone, notifyFailed } from '../../shells/notify.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { inboxReads } from '../inbox/inbox-reads.ts'

const options = { invalidates: [listCompanies, getCompany, listRemoved, ...inboxReads] } as const

/** Confirms the removal and then offers to undo it. */
export function RemoveCompanyDialog({ row, onClose }: { row: CompanyRow; onClose: () => void }) {
  const t = useT()
  const isAgency = row.user_type === 'userdownline'
  const restore = useAction(restoreCompany, { ...options, onDone: ({ message }) => notifyDone(t(message)) })
  const bringBack = (): void =>
    restore.mutate({ body: { companyId: row.company_id } }, { onError: (failure) => notifyFailed(t(failure.message)) })
  const offerBack = (message: string): void =>
    void notify('success', t(message), { action: { label: t('Undo'), act: bringBack } })
  return (
    <ConfirmAction
      title={isAgency ? t('Delete this agency?') : t('Delete this client?')}
      confirmLabel={isAgency ? t('Delete agency') : t('Delete client')}
      operation={removeUser}
      input={{ params: { companyId: row.company_id, userId: row.id! } }}
      invalidates={options.invalidates}
      say={offerBack}
      onClose={onClose}
    >
      <p>
        <Bdi>{row.company_name}</Bdi>
      </p>
      <p>
        {t(
          'Its users are signed out immediately and can no longer sign in. Leads and billing records stay, and it can be restored for 30 days.',
        )}
      </p>
      <p>
        {isAgency
          ? t('What it or one of its clients owes is written off if it is less than $0.50, the smallest card charge.')
          : t('What it owes is written off if it is less than $0.50, the smallest card charge.')}
      </p>
    </ConfirmAction>
  )
}
