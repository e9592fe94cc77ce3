import { useLingui } from '@lingui/react'
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { CallFailure } from '../../api/failure.ts'
import { msg, translate, useT, type Text } from '../../i18n/texts.tsx'
import styles from './payments.module.css'

/** Messages for the gateway's card error codes. */
const problems: Readonly<Record<string, Text>> = {
  incorrect_number: msg('Enter a valid card number.'),
  test_cards_only: msg('This sandbox takes test cards only, such as 4242 4242 4242 4242.'),
  invalid_expiry: msg('The card has expired, or its date is incomplete.'),
  invalid_cvc: msg('The security code has three or four digits.'),
}
const unreachable = msg('The card form cannot be reached. Please try again later.')

export type CardFrameHandle = {
  /** Asks the gateway's page for a token of the card. Throws a `CallFailure` with a message for the user. */
  requestToken: () => Promise<string>
}

type FrameMessage = { type?: string; id?: string; token?: string; code?: string; height?: number }

export const cardErrorId = 'card-error'

const patience_ms = 20_000

/** The gateway's card form in an iframe from another origin, which our scripts cannot read. */
export function CardFrame({
  formUrl,
  theme,
  onEnter,
  isWrong,
  ref,
}: {
  formUrl: string
  theme: 'light' | 'dark'
  /** Called when Enter is pressed inside the iframe. */
  onEnter: () => void
  /** The error message is shown below the iframe. */
  isWrong: boolean
  ref: Ref<CardFrameHandle>
}) {
  const t = useT()
  const { i18n } = useLingui()
  const frame = useRef<HTMLIFrameElement>(null)
  const waiting = useRef(new Map<string, (said: FrameMessage) => void>())
  const [height_px, setHeight] = useState(232)
  // The form is on the gateway's origin, or at a path of this host.
  const { origin } = new URL(formUrl, location.origin)
  useEffect(() => {
    const listen = (event: MessageEvent<FrameMessage>): void => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
      const message = event.data
      if (message.type === 'height' && typeof message.height === 'number') setHeight(Math.min(message.height, 600))
      if (message.type === 'enter') onEnter()
      if (message.id) waiting.current.get(message.id)?.(message)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [origin, onEnter])
  useImperativeHandle(ref, () => ({
    requestToken: () => askFrame(frame.current, origin, waiting.current),
  }))
  const query = new URLSearchParams({ parent: location.origin, lang: i18n.locale, theme })
  return (
    <iframe
      ref={frame}
      title={t('Card details')}
      src={`${formUrl}?${query.toString()}`}
      className={styles.cardFrame}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? cardErrorId : undefined}
      style={{ blockSize: height_px }}
    />
  )
}

function askFrame(
  frame: HTMLIFrameElement | null,
  origin: string,
  waiting: Map<string, (said: FrameMessage) => void>,
): Promise<string> {
  const id = crypto.randomUUID()
  return new Promise<string>((resolve, fail) => {
    const refuse = (text: Text): void =>
      fail(new CallFailure({ status: 422, code: 'invalid', message: translate(text), field: 'cardToken' }))
    const timer = setTimeout(() => refuse(unreachable), patience_ms)
    waiting.set(id, ({ token, code }) => {
      clearTimeout(timer)
      if (token) resolve(token)
      else refuse(problems[code ?? ''] ?? unreachable)
    })
    frame?.contentWindow?.postMessage({ type: 'submit', id }, origin)
  }).finally(() => waiting.delete(id))
}
