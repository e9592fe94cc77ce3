import { useEffect, useRef, useState } from 'react'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { brand } from '../../../session/boot.ts'
import { PlainLink } from '../public-form.tsx'
import { PublicFrame } from '../public-frame.tsx'
import { VerifyPanel } from '../second-factor/verify-panel.tsx'
import styles from './sso-page.module.css'
import { validate, type Outcome } from './validate.ts'

/** The start page redirects everyone to their landing page (R062 to R068). */
const goToStart = (): Promise<void> => {
  location.replace('/')
  return Promise.resolve()
}

/** Single sign-on (S007). Removes the token from the URL before anything else happens. */
export function SsoPage() {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    // Without a token this is a page like the login, for visitors only (OQ-08).
    if (token === '') return void goToStart()
    history.replaceState(null, '', '/sso')
    void validate(token, false).then(setOutcome)
  }, [token])
  useEffect(() => {
    if (outcome?.state === 'signedIn') void goToStart()
  }, [outcome])
  if (outcome?.state === 'secondStep') {
    const back = (): void => location.replace('/login')
    return <VerifyPanel brand={brand()} step={outcome.step} onSignedIn={goToStart} onBack={back} />
  }
  if (outcome?.state === 'failed') return <Failed message={outcome.failure.message} />
  if (outcome?.state === 'asks')
    return <AskToReplace {...outcome} onReplace={() => validate(token, true).then(setOutcome)} />
  return <Waiting />
}

function Waiting() {
  const t = useT()
  return (
    <PublicFrame brand={brand()} title={t('Signing in…')} extent="public">
      <p role="status" className={styles.text}>
        {t('One moment, please.')}
      </p>
    </PublicFrame>
  )
}

/** R095: the same message, whatever was wrong with the token. */
function Failed({ message }: { message: string }) {
  const t = useT()
  return (
    <PublicFrame brand={brand()} title={t('Sign-in failed')} extent="public">
      <p role="alert" className={styles.alert}>
        {message}
      </p>
      <PlainLink href="/">{t('Back to sign in')}</PlainLink>
    </PublicFrame>
  )
}

type AskProps = Extract<Outcome, { state: 'asks' }> & { onReplace: () => Promise<void> }

/** R093: a link alone never replaces the signed-in user. The safe choice comes first in tab order. */
function AskToReplace({ present, other, onReplace }: AskProps) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const replace = (): void => {
    setBusy(true)
    void onReplace()
  }
  return (
    <PublicFrame
      brand={brand()}
      title={t('Continue as someone else?')}
      lead={t('You are signed in as {present}. This link signs in {other}.', {
        present: isolate(`${present.name} (${present.email})`),
        other: isolate(`${other.name} (${other.email})`),
      })}
      extent="public"
    >
      <div className={styles.choices}>
        <a href="/" className={styles.stay}>
          {t('Stay signed in as {name}', { name: isolate(present.name) })}
        </a>
        <button
          type="button"
          className={styles.replace}
          aria-disabled={busy || undefined}
          data-busy={busy || undefined}
          onClick={() => busy || replace()}
        >
          {t('Continue as {name}', { name: isolate(other.name) })}
        </button>
      </div>
    </PublicFrame>
  )
}
