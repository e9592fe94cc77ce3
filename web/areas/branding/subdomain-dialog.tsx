import { TextInput } from '@mantine/core'
import { checkSubdomain, updateSubdomain } from '#contract/branding/hosts.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { useRefreshMe } from '../../session/refresh-me.ts'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { useSubdomainCheck } from './subdomain-check.tsx'

type Stored = { current: string; base: string }

/** Asks an agency's owner for the subdomain that the program chose so far; clients are invited once there is an answer. */
export function SubdomainDialog({ onClose, onChosen }: { onClose: () => void; onChosen?: () => void }) {
  const { companyId } = useMe()
  const domain = useCall(checkSubdomain, { query: { companyId } }).data?.data
  return domain ? <SubdomainForm domain={domain} onClose={onClose} onChosen={onChosen ?? onClose} /> : null
}

function SubdomainForm({
  domain: { current, base },
  onClose,
  onChosen,
}: {
  domain: Stored
  onClose: () => void
  onChosen: () => void
}) {
  const t = useT()
  const { companyId } = useMe()
  const refreshMe = useRefreshMe()
  const save = useAction(updateSubdomain, { invalidates: [checkSubdomain] })
  const server = useServerForm({
    initialValues: { subdomain: current },
    validate: { subdomain: (name: string) => (name.trim() ? null : t('Enter a name')) },
    send: ({ subdomain }) => save.mutateAsync({ body: { companyId, subdomain } }),
    onDone: () => {
      void refreshMe()
      onChosen()
    },
  })
  const text = server.form.values.subdomain.trim().toLowerCase()
  const check = useSubdomainCheck(companyId, text, current)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Choose your subdomain')}
      description={t(
        'Your clients sign in at this address and find it in every link. You can invite them once you chose it.',
      )}
      form={server}
      submitLabel={t('Use this subdomain')}
    >
      <TextInput
        label={t('Subdomain')}
        data-autofocus
        dir="ltr"
        maxLength={63}
        {...check}
        {...server.form.getInputProps('subdomain')}
        error={server.form.errors['subdomain'] ?? check.error}
      />
      <TextInput label={t('Address')} dir="ltr" readOnly value={`${text || '…'}.${base}`} />
    </FormDialog>
  )
}
