import { Button, TextInput } from '@mantine/core'
import {
  createCustomIntegration,
  getCustomIntegration,
  listCustomIntegrations,
  saveCustomIntegration,
  type CustomRow,
} from '#contract/integrations/custom.ts'
import { useAction } from '../../../../api/hooks.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { FormProblem } from '../../../../shells/form-problem.tsx'
import { useServerForm } from '../../../../shells/server-form.ts'
import { inboxReads } from '../../../inbox/inbox-reads.ts'
import styles from '../connections.module.css'
import { HeaderFields, type HeaderLine } from './header-fields.tsx'

type CustomFormProps = {
  companyId: string
  /** Null for a new integration. */
  row: CustomRow | null
  onSaved: (row: CustomRow, message: string) => void
}

// A new URL or new headers reconnect it and resume its destinations.
const invalidates = [listCustomIntegrations, getCustomIntegration, ...inboxReads]

/** Name, URL and headers of a custom integration. */
export function CustomForm({ companyId, row, onSaved }: CustomFormProps) {
  const t = useT()
  const create = useAction(createCustomIntegration, { invalidates })
  const save = useAction(saveCustomIntegration, { invalidates })
  const headerNames = row?.header_names ?? []
  const form = useServerForm({
    initialValues: {
      name: row?.name ?? '',
      url: row?.url ?? '',
      headers: headerNames.map((name): HeaderLine => ({ name, secret: '' })),
    },
    validate: {
      name: (name) => (name.trim() === '' ? t('This field is required.') : null),
      url: (url) => (/^https?:\/\/[^\s/]/i.test(url.trim()) ? null : t('Enter an address that begins with https://')),
    },
    send: ({ name, url, headers }) => {
      const body = {
        company_id: companyId,
        name,
        url,
        headers: headers.map((header) => ({
          name: header.name.trim(),
          ...(header.secret && { secret: header.secret }),
        })),
      }
      return row
        ? save.mutateAsync({ body: { ...body, integration_id: row.integration_id } })
        : create.mutateAsync({ body })
    },
    onDone: ({ data, message }) => onSaved(data, message),
  })
  const { formRef } = form
  return (
    <form ref={formRef} onSubmit={form.onSubmit} noValidate className={styles.stack} autoComplete="off">
      <TextInput
        label={t('Name')}
        description={t('A name you’ll recognize, such as the receiving system.')}
        withAsterisk
        maxLength={80}
        {...form.form.getInputProps('name')}
      />
      <TextInput
        label={t('Address')}
        description={t('Each lead is sent here as JSON.')}
        placeholder="https://crm.example.com/leads"
        type="url"
        dir="ltr"
        withAsterisk
        maxLength={2000}
        {...form.form.getInputProps('url')}
      />
      <HeaderFields
        headers={form.form.values.headers}
        storedNames={headerNames}
        errors={form.form.errors}
        onChange={(headers) => {
          form.form.clearErrors()
          form.form.setFieldValue('headers', headers)
        }}
      />
      <FormProblem form={form} />
      <div>
        <Button type="submit" loading={form.submitting}>
          {row ? t('Save integration') : t('Add integration')}
        </Button>
      </div>
    </form>
  )
}
