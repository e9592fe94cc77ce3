import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { readFactorSettings } from '#contract/access/second-factor.ts'
import { switchUser } from '#contract/access/view-mode.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { keepViewToken } from '../../../api/tokens.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { CodeInput } from '../second-factor/code-input.tsx'
import { SendCode } from '../second-factor/send-code.tsx'
import styles from './view-as-dialog.module.css'

const SHORTEST = 5

type ViewAsDialogProps = { user: { id: string; name: string; companyName: string }; onClose: () => void }

/** Asks why, then looks at the product as somebody below. The page loads anew: nothing of before stays in memory. */
export function ViewAsDialog({ user, onClose }: ViewAsDialogProps) {
  const t = useT()
  const me = useMe()
  const begin = useAction(switchUser, { invalidates: [] })
  const server = useServerForm({
    initialValues: { reason: '', code: '' },
    validate: { reason: (text: string) => (text.trim().length >= SHORTEST ? null : t('Say in a few words why.')) },
    send: ({ reason, code }) =>
      begin.mutateAsync({ body: { userID: user.id, reason, currcode: code.trim() === '' ? undefined : code.trim() } }),
    fieldNames: { currcode: 'code' },
    onDone: ({ access_token }) => {
      keepViewToken(access_token)
      location.assign('/')
    },
  })
  // Asked for by the server alone: of whoever has a second factor and did not just prove it.
  const asked = server.form.errors['code'] !== undefined
  const [isAsked, setAsked] = useState(false)
  if (asked && !isAsked) setAsked(true)
  const factor = useCall(readFactorSettings, { params: { userId: me.id } }, { enabled: isAsked })
  const names = { name: isolate(user.name), company: isolate(user.companyName) }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('View as user')}
      description={t(
        'You see {company} as {name} does, for 30 minutes. They get a mail with your reason; what you change is kept in the log under both names.',
        names,
      )}
      form={server}
      submitLabel={t('View as user')}
    >
      <div data-wide className={styles.fields}>
        <Textarea
          data-autofocus
          label={t('Reason')}
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
          {...server.form.getInputProps('reason')}
        />
        {isAsked && factor.data?.two_factor_auth_type === 'email' && <SendCode />}
        {isAsked && (
          <CodeInput label={t('Code of your second factor')} withAsterisk {...server.form.getInputProps('code')} />
        )}
      </div>
    </FormDialog>
  )
}
