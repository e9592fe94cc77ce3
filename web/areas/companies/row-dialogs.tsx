import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { readAgreement } from '#contract/agreements/acceptances.ts'
import { type CompanyRow, getCompany, listCompanies } from '#contract/companies/companies.ts'
import { listRemoved } from '#contract/companies/removed.ts'
import { removeUser, restoreCompany } from '#contract/companies/users.ts'
import { useCall, useAction } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { searchOf, type Search } from '../../session/search.ts'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { DetailList } from '../../shells/detail-list.tsx'
import { DialogFooter } from '../../shells/dialog-footer.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { notify, notifyDone, notifyFailed } from '../../shells/notify.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { UserLogs } from '../activity/user-logs.tsx'
import { inboxReads } from '../inbox/inbox-reads.ts'
import { SignOutDialog } from '../sign-in/sessions/sign-out-dialog.tsx'
import { ViewAsDialog } from '../sign-in/view/view-as-dialog.tsx'
import styles from './companies.module.css'
import { CostDialog } from './cost/cost-dialog.tsx'
import type { OpenAction, RowAction } from './row-actions.tsx'
import { SalesDialog } from './sales-dialog.tsx'

const afterRemoval = { invalidates: [listCompanies, getCompany, listRemoved, ...inboxReads] } as const

/** Confirms the removal and then offers to undo it. */
function RemoveCompanyDialog({ row, onClose }: { row: CompanyRow; onClose: () => void }) {
  const t = useT()
  const isAgency = row.user_type === 'userdownline'
  const restore = useAction(restoreCompany, { ...afterRemoval, onDone: ({ message }) => notifyDone(t(message)) })
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
      invalidates={afterRemoval.invalidates}
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

const logPrefix = 'log_'

/** Agency User's Logs (R188, S089): what the users of a company and of the companies below it have done. */
function LogsDialog({ row, onClose }: { row: CompanyRow; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const isAgency = row.user_type === 'userdownline'
  // The next company has other people to filter by.
  const close = (): void => {
    const others = (search: Search): Search =>
      Object.fromEntries(Object.entries(search).filter(([key]) => !key.startsWith(logPrefix)))
    void navigate({ to: '.', search: searchOf(others), state: true, replace: true, resetScroll: false })
    onClose()
  }
  return (
    <Dialog
      opened
      onClose={close}
      title={isAgency ? t("Agency User's Logs") : t("Client User's Logs")}
      size="min(72rem, 100%)"
    >
      <p className={styles.note}>{t('Activity of users at {name}.', { name: isolate(row.company_name) })}</p>
      <UserLogs companyId={row.company_id} isAgency={isAgency} prefix={logPrefix} />
    </Dialog>
  )
}

type DeveloperDialogProps = { row: CompanyRow; onEdit: (row: CompanyRow) => void; onClose: () => void }

/** An agency's developer API setup. The agency manages its keys and agreement; the operator switches developer mode. */
function DeveloperDialog({ row, onEdit, onClose }: DeveloperDialogProps) {
  const t = useT()
  const format = useFormat()
  const me = useMe()
  const agreement = useCall(readAgreement, { query: { company_id: row.company_id } })
  const offer = agreement.data?.data
  const acceptance = offer?.accepted_at
    ? t('Accepted {date}', { date: format.date(offer.accepted_at) })
    : t('Not accepted')
  const items = [
    { label: t('Developer mode'), value: row.api_mode ? t('On') : t('Off') },
    { label: t('Developer agreement'), value: acceptance },
    { label: t('One-time fee'), value: format.money(Math.round((offer?.first_time_charge ?? 0) * 100)) },
    { label: t('Card'), value: row.customer_payment_id ? t('On file') : t('None yet') },
    { label: t('API key'), value: row.is_user_generate_api ? t('Generated') : t('None yet') },
  ]
  return (
    <Dialog opened onClose={onClose} title={t('Developer API')} size="md">
      <p className={styles.note}>{t('Setup progress of {name}.', { name: isolate(row.company_name) })}</p>
      {agreement.error && !agreement.data ? (
        <FailureNote failure={agreement.error} onRetry={agreement.refetch} />
      ) : (
        <DetailList items={items} loading={agreement.isPending} />
      )}
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
        {me.may('settings.update') && (
          <Button
            onClick={() => {
              onClose()
              onEdit(row)
            }}
          >
            {row.api_mode ? t('Turn off in its form') : t('Turn on in its form')}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
