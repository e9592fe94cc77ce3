import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getIntegration, listIntegrations, saveIntegration } from '#contract/integrations/connections.ts'
import { services, type CredentialKey, type ServiceSlug } from '#contract/integrations/services.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FormProblem } from '../../../shells/form-problem.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { inboxReads } from '../../inbox/inbox-reads.ts'
import { forgetChoices } from './forget-choices.ts'
import styles from './connections.module.css'

/** Credential fields that are not secret and are shown as typed. */
const isPlain = (key: CredentialKey): boolean => ['workspace', 'api_url', 'account_id'].includes(key)

type ConnectFormProps = {
  slug: ServiceSlug
  companyId: string
  /** A new key may open the account that leads were sent to before. */
  wasConnected: boolean
}

/** Connects with pasted credentials. They are tested with the service before anything is saved. */
export function ConnectForm({ slug, companyId, wasConnected }: ConnectFormProps) {
  const t = useT()
  const client = useQueryClient()
  const { fields, name } = services[slug]
  const save = useAction(saveIntegration, { invalidates: [getIntegration, listIntegrations, ...inboxReads] })
  const keys = Object.fromEntries(fields.map(({ key }) => [key, ''])) as Partial<Record<CredentialKey, string>>
  const form = useServerForm({
    initialValues: { ...keys, same_account: false },
    validate: Object.fromEntries(
      fields.map(({ key }) => [key, (value: string) => (value.trim() === '' ? t('This field is required.') : null)]),
    ),
    isTransient: true,
    send: ({ same_account, ...values }) =>
      save.mutateAsync({
        body: {
          company_id: companyId,
          integration_slug: slug,
          enable: true,
          ...values,
          ...(same_account && { same_account }),
        },
      }),
    onDone: ({ message }) => {
      forgetChoices(client)
      form.reset()
      notifyDone(t(message))
    },
  })
  const { formRef } = form
  return (
    <form ref={formRef} onSubmit={form.onSubmit} noValidate className={styles.stack} autoComplete="off">
      {fields.map(({ key, label, hint }) => {
        const Input = isPlain(key) ? TextInput : PasswordInput
        return (
          <Input
            key={key}
            label={t(label)}
            description={hint && t(hint)}
            withAsterisk
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={2000}
            {...form.form.getInputProps(key)}
          />
        )
      })}
      {wasConnected && (
        <Checkbox
          label={t('Same account, new key')}
          description={t('Leads that were sent there can still be removed from it.')}
          {...form.form.getInputProps('same_account', { type: 'checkbox' })}
        />
      )}
      <FormProblem form={form} />
      <div>
        <Button type="submit" loading={form.submitting}>
          {t('Connect {name}', { name })}
        </Button>
      </div>
    </form>
  )
}
