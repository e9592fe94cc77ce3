import { Loader, TextInput } from '@mantine/core'
import { checkSubdomain, updateSubdomain } from '#contract/branding/hosts.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { useSubdomainCheck } from '../subdomain-check.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'
import { SettingForm, useSaved } from '../../../shells/settings/setting-form.tsx'
import styles from '../../../shells/settings/settings.module.css'

export function SubdomainSection({ company }: { company: SettingsTarget }) {
  const call = useCall(checkSubdomain, { query: { companyId: company.companyId } })
  if (call.error && !call.data) return <FailureNote failure={call.error} onRetry={call.refetch} />
  if (!call.data) return <Loader />
  return <SubdomainForm company={company} current={call.data.data.current} base={call.data.data.base} />
}

/** Edits the subdomain of the operator's domain (R228), checking its availability while typing. */
function SubdomainForm({ company, current, base }: { company: SettingsTarget; current: string; base: string }) {
  const t = useT()
  const save = useAction(updateSubdomain, { invalidates: [checkSubdomain] })
  const confirmSave = useSaved(company, false)
  const server = useServerForm({
    initialValues: { subdomain: current },
    validate: { subdomain: (name: string) => (name.trim() ? null : t('Enter a name')) },
    send: ({ subdomain }) => save.mutateAsync({ body: { companyId: company.companyId, subdomain } }),
    onDone: confirmSave,
  })
  const text = server.form.values.subdomain.trim().toLowerCase()
  const check = useSubdomainCheck(company.companyId, text, current)
  return (
    <SettingForm
      title={t('Subdomain')}
      about={t('Your team and clients sign in at this address. After a change, everyone signs in again.')}
      server={server}
    >
      <div className={styles.fields}>
        <TextInput
          label={t('Subdomain')}
          dir="ltr"
          maxLength={63}
          {...check}
          {...server.form.getInputProps('subdomain')}
          error={server.form.errors['subdomain'] ?? check.error}
        />
        <TextInput label={t('Address')} dir="ltr" readOnly value={`${text || '…'}.${base}`} />
      </div>
    </SettingForm>
  )
}
