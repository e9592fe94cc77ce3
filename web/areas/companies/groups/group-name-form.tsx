import { Button, TextInput } from '@mantine/core'
import { listCompanies } from '#contract/companies/companies.ts'
import { listCompanyGroups, saveCompanyGroup, type CompanyGroup } from '#contract/companies/groups.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useRefreshMe } from '../../../session/refresh-me.ts'
import { SubmitError } from '../../../shells/failure-note.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import styles from './groups.module.css'

type GroupNameFormProps = {
  agencyId: string
  /** Null for a new group. */
  group: CompanyGroup | null
  onDone: (groupId: string) => void
  onCancel?: () => void
  /** Focuses the input on mount, in place of what was clicked or to enter several names in a row. */
  isNext?: boolean
}

const takeCaret = (input: HTMLInputElement | null): void => input?.focus()

/** A group's name and its button, on one line. */
export function GroupNameForm({ agencyId, group, onDone, onCancel, isNext = false }: GroupNameFormProps) {
  const t = useT()
  const refresh = useRefreshMe()
  const save = useAction(saveCompanyGroup, { invalidates: [listCompanyGroups, listCompanies] })
  const server = useServerForm({
    initialValues: { name: group?.groupName ?? '' },
    validate: { name: (name) => (name.trim() === '' ? t('Enter a name.') : null) },
    fieldNames: { groupName: 'name' },
    send: ({ name }) =>
      save.mutateAsync({
        body: {
          companyId: agencyId,
          groupId: group?.groupId ?? '',
          groupName: name.trim(),
          moduleId: 'LeadsPeek',
        },
      }),
    onDone: ({ message, data }) => {
      notifyDone(t(message))
      // The first group adds the profile menu's filter.
      if (!group) void refresh()
      onDone(data.groupId)
    },
  })
  const { formRef, onSubmit, submitting, submitError } = server
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate className={styles.name}>
      <TextInput
        aria-label={group ? t('Name of the group') : t('Name of the new group')}
        placeholder={group ? undefined : t('Name of the new group')}
        maxLength={100}
        data-autofocus
        ref={isNext ? takeCaret : undefined}
        {...server.form.getInputProps('name')}
      />
      <Button type="submit" loading={submitting}>
        {group ? t('Save') : t('Add group')}
      </Button>
      {onCancel && (
        <Button variant="default" onClick={onCancel} disabled={submitting}>
          {t('Cancel')}
        </Button>
      )}
      <SubmitError failure={submitError} />
    </form>
  )
}
