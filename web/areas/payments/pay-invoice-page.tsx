import { useCallback, useEffect, useRef, useState } from 'react'
import type { LinkedInvoice, LinkPayment } from '#contract/payments/payment-links.ts'
import { asFailure, CallFailure } from '../../api/failure.ts'
import { sendOpen } from '../../api/open-calls.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { brand } from '../../session/boot.ts'
import { currentScheme } from '../../ui/theme/color-scheme.ts'
import { PlainLink, PublicForm, SuccessMessage } from '../sign-in/public-form.tsx'
import { PublicFrame } from '../sign-in/public-frame.tsx'
import { isLinkRejected, UncheckedLinkForm } from '../sign-in/password/unchecked-link-form.tsx'
import { cardErrorId, CardFrame, type CardFrameHandle } from './card-frame.tsx'
import { LinkedInvoiceLines } from './linked-invoice-lines.tsx'
import styles from './payments.module.css'

/** The token is in the URL fragment, which browsers do not send, so it appears in no log and no referrer. */
const tokenOf = (): string => location.hash.slice(1)

type Act = '' | '/pay' | '/check'

async function call<Answer>(act: Act, more: object = {}): Promise<Answer> {
  const request = { method: 'POST', path: `/pay-invoice${act}`, body: { token: tokenOf(), ...more }, sealed: true }
  return (await sendOpen<{ data: Answer }>(request)).data
}

/** The invoice, that it is paid, or why it is not shown: the link opens none (`absent`), or nobody could say. */
type Opened = LinkedInvoice | 'paid' | 'absent' | CallFailure

const orAbsent = (error: unknown): 'absent' | CallFailure => {
  const failure = asFailure(error)
  return failure.code === 'not_found' || isLinkRejected(failure) ? 'absent' : failure
}

/** The bank sends people back with `back` in the address: the payment may have arrived by then. */
async function openLink(): Promise<{ outcome: Opened; bank: string | null }> {
  try {
    const isBack = new URLSearchParams(location.search).has('back')
    const payment = isBack ? await call<LinkPayment>('/check') : null
    if (payment?.state === 'closed') return { outcome: 'paid', bank: null }
    const outcome = await call<LinkedInvoice>('')
    const bank = outcome.state === 'processing' ? (payment ?? (await call<LinkPayment>('/check'))).url : null
    return { outcome, bank }
  } catch (error) {
    return { outcome: orAbsent(error), bank: null }
  }
}

/** An invoice that is opened from a mail and paid with any card, in the branding of its host, without signing in. */
export function PayInvoicePage() {
  const t = useT()
  const [outcome, setOutcome] = useState<Opened | null>(null)
  const [bank, setBank] = useState<string | null>(null)
  const open = useCallback(async () => {
    const token = tokenOf()
    const answer = await openLink()
    // The URL may name another link by now.
    if (token !== tokenOf()) return
    setOutcome(answer.outcome)
    setBank(answer.bank)
  }, [])
  useEffect(() => {
    const openAnew = (): void => {
      setOutcome(null)
      void open()
    }
    openAnew()
    window.addEventListener('hashchange', openAnew)
    return () => window.removeEventListener('hashchange', openAnew)
  }, [open])
  const invoice = outcome !== null && typeof outcome === 'object' && !(outcome instanceof CallFailure) ? outcome : null
  return (
    <PublicFrame
      brand={brand()}
      title={
        outcome === 'absent'
          ? t('This link does not work')
          : invoice
            ? t('Invoice {number}', { number: isolate(invoice.number) })
            : t('Pay an invoice')
      }
      extent="everything"
    >
      {outcome === 'absent' && (
        <p className={styles.lead}>
          {t('The invoice was paid, credited or written off, or the link is incomplete. Ask the sender if in doubt.')}
        </p>
      )}
      {outcome === 'paid' && <Paid />}
      {outcome instanceof CallFailure && <UncheckedLinkForm failure={outcome} onRetry={open} />}
      {invoice && <LinkedInvoiceLines of={invoice} />}
      {invoice && invoice.state !== 'open' && <Processing bank={bank} onCheck={open} />}
      {invoice?.state === 'open' && invoice.form_url === null && (
        <p className={styles.lead}>{t('This invoice is paid as you agreed with the sender.')}</p>
      )}
      {invoice?.state === 'open' && invoice.form_url !== null && (
        <PayForm
          formUrl={invoice.form_url}
          onPaid={({ state, url }) => {
            // A bank that wants a confirmation has a page of its own.
            if (url !== null) location.assign(url)
            else if (state === 'closed') setOutcome('paid')
            else void open()
          }}
        />
      )}
    </PublicFrame>
  )
}

function Paid() {
  const t = useT()
  return <SuccessMessage>{t('Thank you. The invoice is paid.')}</SuccessMessage>
}

/** Under way: at the bank, where it can be confirmed, or at the payment provider. */
function Processing({ bank, onCheck }: { bank: string | null; onCheck: () => Promise<void> }) {
  const t = useT()
  if (bank !== null)
    return (
      <>
        <p className={styles.lead}>{t('Your bank asks you to confirm the payment.')}</p>
        <PlainLink href={bank} strong>
          {t('Continue at your bank')}
        </PlainLink>
      </>
    )
  return (
    <PublicForm
      busy={false}
      submitLabel={t('Check again')}
      busyLabel={t('Check again')}
      onSubmit={() => onCheck().then(() => null)}
    >
      <p className={styles.lead}>{t('The payment is being processed. Nothing is charged twice.')}</p>
    </PublicForm>
  )
}

type PayFormProps = { formUrl: string; onPaid: (payment: LinkPayment) => void }

/** The card is entered in the gateway's frame, and used for this invoice only. */
function PayForm({ formUrl, onPaid }: PayFormProps) {
  const t = useT()
  const frame = useRef<CardFrameHandle>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<CallFailure>()
  const submit = useCallback(async (): Promise<null> => {
    if (busy) return null
    setBusy(true)
    setProblem(undefined)
    try {
      const cardToken = await frame.current!.requestToken()
      onPaid(await call<LinkPayment>('/pay', { cardToken }))
    } catch (error) {
      setProblem(asFailure(error))
    }
    setBusy(false)
    return null
  }, [busy, onPaid])
  const ofCard = problem?.status === 422 ? (Object.values(problem.fields)[0] ?? problem.message) : undefined
  return (
    <PublicForm
      error={ofCard === undefined ? problem?.message : undefined}
      busy={busy}
      submitLabel={t('Pay now')}
      busyLabel={t('Paying…')}
      onSubmit={submit}
    >
      <CardFrame
        formUrl={formUrl}
        theme={currentScheme()}
        onEnter={() => void submit()}
        isWrong={ofCard !== undefined}
        ref={frame}
      />
      {ofCard !== undefined && (
        <p id={cardErrorId} role="alert" className={styles.cardError}>
          {ofCard}
        </p>
      )}
      <p className={styles.lead}>
        {t('The number goes straight to the payment provider; we never see it.')}{' '}
        {t('The card is used for this invoice only.')}
      </p>
    </PublicForm>
  )
}
