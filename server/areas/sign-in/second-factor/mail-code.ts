import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Call } from '#server/platform/call.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail, type Receiver } from '#server/areas/mails/queue-mail.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

/** How long a mailed code works. */
export const codeLife_ms = 5 * 60_000

/** Mails a code to its owner; a code that has expired in the queue is not sent. */
export function mailCode(
  tx: Tx,
  call: Pick<Call, 'platform' | 'address'>,
  to: Receiver,
  code: string,
  purpose: 'sign in' | 'change how you sign in',
): Promise<unknown> {
  return queueMail(tx, call.platform, {
    kind: 'account',
    to,
    isUrgent: true,
    uselessAfter_ms: machineTime(call.platform.clock) + codeLife_ms,
    write: codeText({ email: to.email, code, address: call.address, purpose }),
  })
}

const codeText =
  ({
    email,
    code,
    address,
    purpose,
  }: {
    email: string
    code: string
    address: string
    purpose: 'sign in' | 'change how you sign in'
  }) =>
  (say: Translate): MailContent => ({
    // The subject omits the code, which notifications would show on a locked screen.
    title: say('Your code'),
    paragraphs: [say(`Enter this code to ${purpose}. It expires in five minutes.`)],
    code,
    facts: [
      [say('Account'), email],
      [say('Address'), address],
    ],
    note: say(
      'No one will ever ask you for this code. If you didn’t request it, someone knows your password. Change it now.',
    ),
  })

/** With invented data. */
export const samples: MailSamples = {
  code: {
    kind: 'account',
    write: codeText({ email: fiction.email, code: '123456', address: fiction.address, purpose: 'sign in' }),
  },
}
