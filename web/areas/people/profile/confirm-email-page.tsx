import { useState } from 'react'
import { asFailure } from '../../../api/failure.ts'
import { sendJson } from '../../../api/request.ts'
import { useT } from '../../../i18n/texts.tsx'
import { brand } from '../../../session/boot.ts'
import { PlainLink, PublicForm, SuccessMessage } from '../../sign-in/public-form.tsx'
import { PublicFrame } from '../../sign-in/public-frame.tsx'

/** The target of links in address change emails. Requires a click, so that link scanners confirm nothing. */
export function ConfirmEmailPage({ params }: { params: Readonly<Record<string, string>> }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [message, setMessage] = useState<string>()
  const submit = async (): Promise<null> => {
    setBusy(true)
    setError(undefined)
    try {
      const body = { token: params['token'] ?? '' }
      const answer = await sendJson<{ message: string }>({
        method: 'POST',
        path: '/user/email/confirm',
        body,
        sealed: true,
      })
      setMessage(answer.message)
    } catch (error) {
      const failure = asFailure(error)
      setError(failure.fields['token'] ? t('This link does not work') : failure.message)
    }
    setBusy(false)
    return null
  }
  return (
    <PublicFrame brand={brand()} title={t('Confirm the change of the email address')} extent="public">
      {message ? (
        <SuccessMessage>{t(message)}</SuccessMessage>
      ) : (
        <PublicForm
          error={error}
          busy={busy}
          submitLabel={t('Confirm the change')}
          busyLabel={t('Saving…')}
          onSubmit={submit}
        >
          {null}
        </PublicForm>
      )}
      <PlainLink href="/">{t('Go to the start page')}</PlainLink>
    </PublicFrame>
  )
}
