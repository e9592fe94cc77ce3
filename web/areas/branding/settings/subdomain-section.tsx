import { Loader, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCircleCheck } from '@tabler/icons-react'
import { checkSubdomain, updateSubdomain } from '#contract/branding/hosts.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import type { Settled } from './settled.ts'
import { SettingForm, useSaved } from './setting-form.tsx'
import styles from './settings.module.css'

/** Typing pauses so long before the server is asked (K003). */
const typing_ms = 300

export function SubdomainSection({ company }: { company: Settled }) {
  const stored = useCall(checkSubdomain, { query: { companyID: company.companyId } })
  if (stored.error && !stored.data) return <FailureNote failure={stored.error} onRetry={stored.refetch} />
  if (!stored.data) return <Loader />
  return <SubdomainForm company={company} current={stored.data.data.current} base={stored.data.data.base} />
}

/** The name below the operator's own (R228), with whether it can be had while it is typed. */
function SubdomainForm({ company, current, base }: { company: Settled; current: string; base: string }) {
  const t = useT()
  const save = useAction(updateSubdomain, { invalidates: [checkSubdomain] })
  const saved = useSaved(company, false)
  const server = useServerForm({
    initialValues: { subdomain: current },
    validate: { subdomain: (name: string) => (name.trim() ? null : t('Enter a name')) },
    send: ({ subdomain }) => save.mutateAsync({ body: { companyID: company.companyId, subdomain } }),
    onDone: saved,
  })
  const typed = server.form.values.subdomain.trim().toLowerCase()
  const [asked] = useDebouncedValue(typed, typing_ms)
  const isOther = asked !== '' && asked !== current
  const answer = useCall(
    checkSubdomain,
    { query: { companyID: company.companyId, subdomain: asked.slice(0, 100) } },
    { enabled: isOther },
  )
  const found = isOther && typed === asked ? answer.data?.data : undefined
  const problem = server.form.errors['subdomain'] ?? (found && !found.is_available ? t(found.message) : undefined)
  return (
    <SettingForm
      title={t('Subdomain')}
      about={t('Your people and your clients sign in at this address. After a change everybody signs in anew.')}
      server={server}
    >
      <div className={styles.fields}>
        <TextInput
          label={t('Subdomain')}
          dir="ltr"
          maxLength={63}
          rightSection={
            isOther && answer.isFetching ? (
              <Loader size="xs" />
            ) : found?.is_available ? (
              <IconCircleCheck size={18} stroke={1.75} aria-hidden />
            ) : null
          }
          description={found?.is_available ? t('This subdomain is free.') : undefined}
          {...server.form.getInputProps('subdomain')}
          error={problem}
        />
        <TextInput label={t('Address')} dir="ltr" readOnly value={`${typed || '…'}.${base}`} />
      </div>
    </SettingForm>
  )
}
