import { Skeleton, TextInput } from '@mantine/core'
import { readCustomDomain, updateCustomDomain } from '#contract/branding/custom-domain.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { CustomDomainRecords } from './custom-domain-records.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { SettingForm, useSaved } from '../../../shells/settings/setting-form.tsx'
import styles from '../../../shells/settings/settings.module.css'

/** The server checks DNS on its own, so poll to show its results. */
const refetchEvery_ms = 30_000

export function CustomDomainSection({ company }: { company: SettingsTarget }) {
  const input = { params: { id: company.companyId } }
  const { data, error, refetch } = useCall(readCustomDomain, input, { refetchEvery_ms })
  if (error && !data) return <FailureNote failure={error} onRetry={refetch} />
  if (!data) return <Skeleton height={320} radius="md" />
  const domain = data.data
  if (domain.state === 'none') return <CustomDomainForm company={company} />
  return <CustomDomainRecords company={company} domain={{ ...domain, state: domain.state }} />
}

/** Sets the domain (C177); the DNS records are shown next. */
function CustomDomainForm({ company }: { company: SettingsTarget }) {
  const t = useT()
  const save = useAction(updateCustomDomain, { invalidates: [readCustomDomain] })
  const server = useServerForm({
    initialValues: { domain: '' },
    validate: { domain: (name: string) => (name.trim() ? null : t('Enter a name')) },
    send: ({ domain }) => save.mutateAsync({ body: { companyId: company.companyId, domain } }),
    onDone: useSaved(company, false),
  })
  return (
    <SettingForm
      title={t('Custom domain')}
      about={t('Your team and clients can sign in at your own domain as well as your subdomain.')}
      submitLabel={t('Continue')}
      server={server}
    >
      <div className={styles.fields}>
        <TextInput
          label={t('Domain')}
          dir="ltr"
          maxLength={253}
          placeholder="leads.yourcompany.com"
          {...server.form.getInputProps('domain')}
        />
      </div>
    </SettingForm>
  )
}
