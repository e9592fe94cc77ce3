import { useState } from 'react'
import { kindOfStopToken, mailKinds } from '#contract/mails/kinds.ts'
import { useT } from '../../i18n/texts.tsx'
import { brand } from '../../session/boot.ts'
import { PlainLink, PublicForm, SuccessMessage } from '../sign-in/public-form.tsx'
import { PublicFrame } from '../sign-in/public-frame.tsx'

/** What mail programs send as well (RFC 8058). */
const stop = (token: string): Promise<Response> =>
  fetch(`/stop-mail/${encodeURIComponent(token)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

/** The target of the link below mails. Requires a click, so that link scanners stop nothing. */
export function StopMailPage({ params }: { params: Readonly<Record<string, string>> }) {
  const t = useT()
  const token = params['token'] ?? ''
  const kind = kindOfStopToken(token)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [isStopped, setStopped] = useState(false)
  const submit = async (): Promise<null> => {
    setBusy(true)
    setError(undefined)
    const answer = await stop(token).catch(() => null)
    setBusy(false)
    if (answer?.ok) setStopped(true)
    else
      setError(
        answer?.status === 403 ? t('This link does not work') : t('Something went wrong. Please try again later.'),
      )
    return null
  }
  const start = <PlainLink href="/">{t('Go to the start page')}</PlainLink>
  return (
    <PublicFrame
      brand={brand()}
      title={t('Stop receiving these emails')}
      lead={kind && t('Kind of email: {kind}', { kind: t(mailKinds[kind].label) })}
      extent="public"
    >
      {isStopped ? (
        <>
          <SuccessMessage>{t('You no longer get these emails. Your other emails stay as they are.')}</SuccessMessage>
          {start}
        </>
      ) : (
        <PublicForm
          error={error}
          busy={busy}
          submitLabel={t('Stop receiving these emails')}
          busyLabel={t('Saving…')}
          onSubmit={submit}
          foot={start}
        >
          {null}
        </PublicForm>
      )}
    </PublicFrame>
  )
}
