import { Input, Skeleton, TextInput } from '@mantine/core'
import { listJournalAccounts, saveJournalAccounts, type JournalAccount } from '#contract/billing/journal.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT, type Text } from '../../../i18n/texts.tsx'
import { Dialog } from '../../../shells/dialog.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../../shells/notify.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import styles from '../billing.module.css'

type DialogProps = { companyId: string; onClose: () => void }

/** What the company's own bookkeeping calls the accounts of its journal. */
export function JournalAccountsDialog({ companyId, onClose }: DialogProps) {
  const t = useT()
  const { data, error, refetch } = useCall(listJournalAccounts, { params: { companyId } })
  if (data) return <AccountsForm companyId={companyId} accounts={data.data} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={t('Journal accounts')} size="lg">
      {error && !data && <FailureNote failure={error} onRetry={refetch} />}
      {!error && <Skeleton height={240} />}
    </Dialog>
  )
}

function AccountsForm({ companyId, accounts, onClose }: DialogProps & { accounts: JournalAccount[] }) {
  const t = useT()
  const save = useAction(saveJournalAccounts, { invalidates: [listJournalAccounts] })
  const server = useServerForm<{ accounts: JournalAccount[] }, { message: string }>({
    initialValues: { accounts },
    send: (values) =>
      save.mutateAsync({
        body: { companyId, accounts: values.accounts.map(({ kind, number, name }) => ({ kind, number, name })) },
      }),
    onDone: notifyAndClose(onClose),
  })
  const { form } = server
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Journal accounts')}
      description={t(
        'The numbers and names that your bookkeeping has for these accounts. Without them, the journal has its own names.',
      )}
      form={server}
      submitLabel={t('Save accounts')}
      size="lg"
    >
      {form.errors['accounts'] && (
        <Input.Error data-wide role="alert">
          {form.errors['accounts']}
        </Input.Error>
      )}
      <ul data-wide className={styles.accounts}>
        {accounts.map(({ kind, usual_name }, at) => {
          const account = t(usual_name as Text)
          return (
            <li key={kind}>
              <span>{account}</span>
              <TextInput
                aria-label={t('Number of {account}', { account })}
                placeholder={t('No number')}
                data-autofocus={at === 0 || undefined}
                dir="ltr"
                maxLength={20}
                autoComplete="off"
                {...form.getInputProps(`accounts.${at}.number`)}
              />
              <TextInput
                aria-label={t('Name of {account}', { account })}
                placeholder={account}
                maxLength={80}
                autoComplete="off"
                {...form.getInputProps(`accounts.${at}.name`)}
              />
            </li>
          )
        })}
      </ul>
    </FormDialog>
  )
}
