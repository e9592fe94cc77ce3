import { hostForLinks } from '#server/areas/branding/find-host.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Call } from '#server/platform/call.ts'
import type { Account } from './find-account.ts'
import type { Text } from '#i18n/arabic.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { queueMail, type Receiver } from '#server/areas/mails/queue-mail.ts'
import { fiction, type MailSample, type MailSamples } from '#server/areas/mails/mail-sample.ts'

/** Events of an account that its owner is mailed about, no matter who caused them. */
export const securityNotices = {
  passwordChanged: {
    title: 'Your password was changed',
    text: 'The password of your account was changed. All other sessions were signed out.',
  },
  passwordReset: {
    title: 'Your password was changed',
    text: 'A new password was set through the link we emailed you. All sessions were signed out.',
  },
  passwordChosen: {
    title: 'Your account is ready',
    text: 'You chose a password through your invitation. From now on you sign in with it and your email address.',
  },
  newDevice: {
    title: 'A new device signed in to your account',
    text: 'Someone signed in to your account on a new device.',
  },
  sessionsEnded: {
    title: 'You were signed out everywhere',
    text: 'An administrator signed you out of all sessions. You can sign in again.',
  },
  sessionStolen: {
    title: 'One of your sessions was ended',
    text: 'An old key of this session was reused, which can mean it was copied. We ended the session as a precaution.',
  },
  factorOn: {
    title: 'Two-factor authentication was turned on',
    text: 'From now on you are asked for a code after your password. All other sessions were signed out.',
  },
  factorChanged: {
    title: 'Your two-factor authentication was changed',
    text: 'You now get codes another way. All other sessions were signed out.',
  },
  factorOff: {
    title: 'Two-factor authentication was turned off',
    text: 'Your password alone is enough to sign in now. All other sessions were signed out.',
  },
  emailChanged: {
    title: 'Your email address was changed',
    text: 'Both addresses confirmed it. Sign in with the new address from now on. All other sessions were signed out.',
  },
  recoveryCodeUsed: {
    title: 'A recovery code was used',
    text: 'Someone signed in to your account with one of your recovery codes. It can’t be used again.',
  },
  recoveryCodesMade: {
    title: 'New recovery codes generated for your account',
    text: 'Your account has ten new recovery codes. The old ones no longer work.',
  },
  developerKeyMade: {
    title: 'A developer API key was created',
    text: 'Someone signed in as you created a developer API key, after entering your password.',
  },
  developerKeyShown: {
    title: 'A secret key was shown',
    text: 'Someone signed in as you viewed a secret developer API key, after entering your password.',
  },
} as const satisfies Record<string, { title: Text; text: Text }>
export type SecurityNotice = keyof typeof securityNotices

/**
 * Notifies a person of an event of their account and adds it to the log that their company's owner reads. The last step
 * of its transaction, like every log entry.
 */
export async function notifyAndRecord(
  tx: Tx,
  call: Pick<Call, 'platform' | 'address' | 'host' | 'requestId' | 'caller' | 'object'>,
  account: Account,
  notice: SecurityNotice,
  device: { browser?: string; system?: string } | null = null,
): Promise<void> {
  await noticeByMail(tx, call, account, notice, device)
  await recordActivity(tx, call, {
    action: `security.${notice}`,
    place: { rootId: account.rootId, agencyId: account.agencyId, clientId: null },
    subjectId: account.userId,
    actor: { userId: account.userId, kind: account.kind },
  })
}

/** Tells a person what happened, when and from where, in the same transaction. */
export async function noticeByMail(
  tx: Tx,
  call: Pick<Call, 'platform' | 'address' | 'host'>,
  to: Receiver,
  notice: SecurityNotice,
  device: { browser?: string; system?: string } | null = null,
): Promise<unknown> {
  const at_ms = machineTime(call.platform.clock)
  const isOwnHost = (await hostForLinks(tx, call.host, to.agencyId)) === call.host
  return queueMail(tx, call.platform, {
    kind: 'account',
    to,
    write: noticeText({
      notice,
      email: to.email,
      at_ms,
      address: call.address,
      site: isOwnHost ? call.host : null,
      device,
    }),
  })
}

function nameOf({ browser, system }: { browser?: string; system?: string }, say: Translate): string {
  if (browser && system) return say('{browser} on {system}', { browser, system })
  return browser ?? system ?? say('Unknown device')
}

interface ShownNotice {
  notice: SecurityNotice
  email: string
  at_ms: number
  address: string
  /** The host, where its reader may know it. */
  site: string | null
  device: { browser?: string; system?: string } | null
}

const noticeText =
  ({ notice, email, at_ms, address, site, device }: ShownNotice) =>
  (say: Translate): MailContent => ({
    title: say(securityNotices[notice].title),
    paragraphs: [say(securityNotices[notice].text)],
    facts: [
      [say('Account'), email],
      [say('Time'), { at_ms }],
      // Only somebody above can end another person's sessions, and white label hides their location and host.
      ...(notice === 'sessionsEnded'
        ? []
        : [[say('Address'), address] as const, ...(site === null ? [] : [[say('Site'), site] as const])]),
      ...(device ? ([[say('Device'), nameOf(device, say)]] as const) : []),
    ],
    note: say('If this wasn’t you, set a new password now and contact support.'),
  })

/** With invented data. */
export const samples: MailSamples = Object.fromEntries(
  (Object.keys(securityNotices) as SecurityNotice[]).map((notice): [string, MailSample] => [
    `security_${notice}`,
    {
      kind: 'account',
      write: noticeText({
        notice,
        email: fiction.email,
        at_ms: fiction.at_ms,
        address: fiction.address,
        site: null,
        device: null,
      }),
    },
  ]),
)
