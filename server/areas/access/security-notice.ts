import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Call } from '#server/platform/http/call.ts'
import type { Account } from './find-account.ts'
import { queueMail } from './queue-mail.ts'

/** What people are told by mail about their account, whoever did it (design 4, account security). */
const notices = {
  passwordChanged: {
    title: 'Your password was changed',
    text: 'The password of your account was changed. All other sessions were signed out.',
  },
  passwordReset: {
    title: 'Your password was changed',
    text: 'A new password was set through the link that we mailed you. All sessions were signed out.',
  },
} as const
export type SecurityNotice = keyof typeof notices

/** Tells a person what happened, when and from where, in the transaction in which it happens. */
export function noticeByMail(
  tx: Tx,
  call: Pick<Call, 'platform' | 'address' | 'host'>,
  account: Pick<Account, 'rootId' | 'agencyId' | 'email'>,
  notice: SecurityNotice,
): Promise<unknown> {
  const { title, text } = notices[notice]
  const at = new Date(machineTime(call.platform.clock)).toISOString()
  return queueMail(tx, call.platform, {
    rootId: account.rootId,
    agencyId: account.agencyId,
    to: account.email,
    content: {
      title,
      paragraphs: [text],
      facts: [
        ['Account', account.email],
        ['Time', at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
        ['Address', call.address],
        ['Site', call.host],
      ],
      note: 'If this was not you, set a new password at once and tell whoever runs this site.',
    },
  })
}
