import { Select } from '@mantine/core'
import { listInboxColleagues, type InboxItem } from '#contract/inbox/inbox.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import { OptionsFailure } from '../../shells/options-failure.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import type { InboxActions } from './use-inbox-actions.ts'

type AssignDialogProps = { row: InboxItem; actions: InboxActions; onClose: () => void }

/** Assigns an item to one of the agency's users; leaving it empty unassigns it. */
export function AssignDialog({ row, actions, onClose }: AssignDialogProps) {
  const t = useT()
  const me = useMe()
  const colleagues = useCall(listInboxColleagues, { params: { companyId: me.companyId } })
  const server = useServerForm<{ assignee: string | null }, unknown>({
    initialValues: { assignee: row.assignee?.id ?? me.id },
    send: ({ assignee }) => actions.assign.mutateAsync({ body: { ...actions.bodyOf([row]), assignee_id: assignee } }),
    onDone: (_answer, { assignee }) => {
      notifyDone(assignee === null ? t('Unassigned') : t('Assigned'))
      onClose()
    },
    fieldNames: { assignee_id: 'assignee' },
  })
  const nameOf = (id: string, name: string): string => (id === me.id ? t('{name} (you)', { name }) : name)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Assign')}
      description={t('The assignee finds it under “Assigned to me”.')}
      form={server}
      submitLabel={t('Assign')}
      size="sm"
    >
      <Select
        data-wide
        data-autofocus
        openOnFocus={false}
        label={t('Colleague')}
        placeholder={t('Nobody')}
        data={(colleagues.data?.data ?? []).map(({ id, name }) => ({ value: id, label: nameOf(id, name) }))}
        searchable
        clearable
        {...server.form.getInputProps('assignee')}
      />
      <OptionsFailure of={colleagues} />
    </FormDialog>
  )
}
