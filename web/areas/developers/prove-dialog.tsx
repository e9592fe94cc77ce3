import { readFactorSettings } from '#contract/access/second-factor.ts'
import { createCredential, readCredentials, revealCredential } from '#contract/developers/credentials.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { ProofFields, type FactorValues } from '../access/second-factor/factor-form.tsx'
import { SendCode } from '../access/second-factor/send-code.tsx'

/** A key with its secret, on its way to whoever proved who they are. */
export type Shown = { client_id: string; secret_key: string }

type ProveDialogProps = {
  /** The key whose secret is to be shown; null makes a new one. */
  clientId: string | null
  onDone: (shown: Shown) => void
  onCancel: () => void
}

function useProof({ clientId, onDone }: ProveDialogProps, needsCode: boolean) {
  const t = useT()
  const me = useMe()
  const make = useAction(createCredential, { invalidates: [readCredentials] })
  const reveal = useAction(revealCredential, { invalidates: [] })
  return useServerForm<FactorValues, Shown>({
    initialValues: { current: '', password: '', code: '' },
    isTransient: true,
    validate: {
      current: (value) => (needsCode && value.trim() === '' ? t('Enter the code.') : null),
      password: (value) => (value === '' ? t('Enter your current password.') : null),
    },
    send: async ({ password, current }) => {
      const proof = { currpassword: password, ...(current.trim() === '' ? {} : { currcode: current.trim() }) }
      if (clientId === null) {
        const body = { subdomain: location.hostname, email: me.email, ...proof }
        return (await make.mutateAsync({ body })).data.user
      }
      const params = { companyID: me.companyId }
      return (await reveal.mutateAsync({ params, body: { client_id: clientId, ...proof } })).data
    },
    onDone,
    fieldNames: { currpassword: 'password', currcode: 'current' },
  })
}

/** A screen left open must not give a secret away: the password, and a code where the account asks for one. */
export function ProveDialog(props: ProveDialogProps) {
  const t = useT()
  const me = useMe()
  const settings = useCall(readFactorSettings, { params: { userId: me.id } })
  const factor = settings.data?.two_factor_auth_type ?? null
  const form = useProof(props, factor !== null)
  const isNew = props.clientId === null
  return (
    <FormDialog
      opened
      onClose={props.onCancel}
      title={isNew ? t('Create key') : t('Show secret key')}
      description={t('Enter your password. You get a mail about it, and it is kept in the log.')}
      form={form}
      submitLabel={isNew ? t('Create key') : t('Show secret key')}
      size="sm"
    >
      {factor === 'email' && <SendCode />}
      <ProofFields form={form} current={factor} />
    </FormDialog>
  )
}
