import { Button } from '@mantine/core'
import { notifyDone, notifyFailed } from '../../../shells/notify.tsx'
import { IconMail } from '@tabler/icons-react'
import { sendFactorCode } from '#contract/sign-in/second-factor.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'

/** Requests a code by email; the server's response is shown as a notice (R092). */
export function SendCode() {
  const t = useT()
  const me = useMe()
  const { mutate, isPending } = useAction(sendFactorCode, { invalidates: [] })
  const send = (): void =>
    mutate(
      { params: { userId: me.id }, body: {} },
      {
        onSuccess: ({ message }) => notifyDone(t(message)),
        onError: ({ message }) => notifyFailed(message),
      },
    )
  return (
    <Button variant="default" leftSection={<IconMail size={16} />} loading={isPending} onClick={send} data-autofocus>
      {t('Send code to {email}', { email: `\u2068${me.email}\u2069` })}
    </Button>
  )
}
