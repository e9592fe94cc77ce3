import { hostForLinks } from '#server/areas/branding/find-host.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Call, SignedInCall } from '#server/platform/call.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import { releaseAddress } from '../claim-address.ts'
import type { Account } from '#server/areas/sign-in/find-account.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

const life_ms = 24 * 3_600_000

/** Whether somebody visible to the caller has this address, which the caller knows anyway. Nothing is revealed about others. */
export const isSeenInUse = (call: SignedInCall, email: string): Promise<boolean> =>
  call.inScope(async (tx) => {
    const { rows } = await tx.query('select from app_user where email = $1 and id <> $2 and removed_at is null', [
      email,
      call.caller.userId,
    ])
    return rows.length > 0
  })

/**
 * Asks both mailboxes: the old one, so that nobody at an unlocked screen can take over the account, and the new one, so that a
 * typo locks nobody out. An address that is already in use gets no link, and the caller is not told.
 */
export async function requestEmailChange(tx: Tx, call: SignedInCall, account: Account, email: string): Promise<void> {
  const { platform, caller } = call
  const host = await hostForLinks(tx, call.host, account.agencyId)
  const now_ms = machineTime(platform.clock)
  const at = new Date(now_ms)
  const expires = new Date(now_ms + life_ms)
  await releaseAddress(tx, caller.rootId, email, at)
  const accounts = await tx.query('select from credential where root_id = $1 and email = $2', [caller.rootId, email])
  const oldToken = newToken()
  const newToken_ = accounts.rows.length > 0 ? null : newToken()
  await closeChange(tx, caller.userId, at)
  await tx.query(
    `insert into email_change (id, user_id, session_id, host, old_email, new_email, old_hash, new_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      newId(now_ms),
      caller.userId,
      caller.sessionId,
      host,
      account.email,
      email,
      hashToken(oldToken),
      newToken_ && hashToken(newToken_),
      at,
      expires,
    ],
  )
  await mailOld(tx, call, account, { email, host, token: oldToken, expires })
  await (newToken_
    ? mailNew(tx, call, account, { email, host, token: newToken_, expires })
    : mailTaken(tx, call, account, email))
}

/** Cancels a pending change. */
export async function closeChange(tx: Tx, userId: string, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query('update email_change set over_at = $2 where user_id = $1 and over_at is null', [
    userId,
    at,
  ])
  return rowCount === 1
}

interface Link {
  email: string
  host: string
  token: string
  expires: Date
}

const linkOf = ({ platform }: Call, { host, token }: Link): string =>
  pageAddress(platform.config, host, `/confirm-email/${token}`)

async function mailOld(tx: Tx, call: Call, account: Account, link: Link): Promise<void> {
  await queueMail(tx, call.platform, {
    kind: 'account',
    to: account,
    uselessAfter_ms: link.expires.getTime(),
    write: oldAddressText({
      email: account.email,
      newEmail: link.email,
      url: linkOf(call, link),
      address: call.address,
    }),
  })
}

async function mailNew(tx: Tx, call: Call, account: Account, link: Link): Promise<void> {
  await queueMail(tx, call.platform, {
    kind: 'account',
    to: { ...account, email: link.email },
    uselessAfter_ms: link.expires.getTime(),
    write: newAddressText(linkOf(call, link)),
  })
}

/** The owner of the address is notified; the person who asked is not. */
async function mailTaken(tx: Tx, call: Call, account: Account, email: string): Promise<void> {
  await queueMail(tx, call.platform, {
    kind: 'account',
    to: { ...account, email },
    write: usedAddressText,
  })
}

const oldAddressText =
  ({ email, newEmail, url, address }: { email: string; newEmail: string; url: string; address: string }) =>
  (say: Translate): MailContent => ({
    title: say('Confirm the change of your email address'),
    paragraphs: [
      say('Someone, hopefully you, wants to change the sign-in address. It changes once both addresses confirm.'),
    ],
    button: { label: say('Confirm the change'), url },
    facts: [
      [say('Account'), email],
      [say('New address'), newEmail],
      [say('Address'), address],
    ],
    note: say(
      'The link works once, for 24 hours. If this wasn’t you, don’t click it, and set a new password right away.',
    ),
  })

const newAddressText =
  (url: string) =>
  (say: Translate): MailContent => ({
    title: say('Confirm your new email address'),
    paragraphs: [
      say('Someone wants to use this address to sign in to their account. It changes once both addresses confirm.'),
    ],
    button: { label: say('Confirm the change'), url },
    note: say('The link works once, for 24 hours. If you didn’t ask for this, you can ignore this email.'),
  })

const usedAddressText = (say: Translate): MailContent => ({
  title: say('Your address is already in use'),
  paragraphs: [
    say('Someone, perhaps you, tried to use this address for another account. Each address can have only one account.'),
  ],
  note: say('Nothing has changed. If this wasn’t you, you can ignore this email.'),
})

/** With invented data. */
export const samples: MailSamples = {
  address_change: {
    kind: 'account',
    write: (say, _language, { url }) =>
      oldAddressText({
        email: fiction.email,
        newEmail: 'dana.reed@example.com',
        url: url('/confirm-email/sample'),
        address: fiction.address,
      })(say),
  },
  new_address: {
    kind: 'account',
    write: (say, _language, { url }) => newAddressText(url('/confirm-email/sample'))(say),
  },
  address_in_use: { kind: 'account', write: usedAddressText },
}
