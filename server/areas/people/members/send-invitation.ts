import type { Language } from '#contract/core/language.ts'
import { invitationLife_ms } from '#contract/companies/users.ts'
import { assertHostChosen } from '#server/areas/branding/subdomain.ts'
import { hostForLinks } from '#server/areas/branding/find-host.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import { addResetToken, replaceResetTokens } from '#server/areas/sign-in/password/reset-token.ts'
import { queueMail, type Receiver } from '#server/areas/mails/queue-mail.ts'
import { claimAddress, releaseAddress } from '../claim-address.ts'

/** When an invitation sent now expires. */
export const invitationEnd_ms = ({ platform }: Pick<SignedInCall, 'platform'>): number =>
  machineTime(platform.clock) + invitationLife_ms

export interface Invited {
  userId: string
  email: string
  fullName: string
  /** The target of the link, if not the company of the call: the host of an agency that is just being created. */
  host?: string
}

/** Mails the link to set a first password: the same as for new passwords, with a longer life. Earlier links stop working. */
export async function sendInvitation(tx: Tx, call: SignedInCall, to: Invited): Promise<Date> {
  const { platform, object } = call
  const host = to.host ?? (await hostForLinks(tx, call.host, object?.agencyId ?? null))
  const at = new Date(machineTime(platform.clock))
  const until = new Date(invitationEnd_ms(call))
  await replaceResetTokens(tx, to.userId, at)
  const token = await addResetToken(tx, { userId: to.userId, host, at, until })
  await tx.query('update app_user set invited_until = $2 where id = $1', [to.userId, until])
  const company = await tx.query<{ name: string; language: Language | null; agencyOfClient: string | null }>(
    `select company.name, app_user.language, case when company.kind = 'client' then company.agency_id end as "agencyOfClient"
     from company join app_user on app_user.company_id = company.id where app_user.id = $1`,
    [to.userId],
  )
  const { agencyOfClient = null } = company.rows[0] ?? {}
  if (agencyOfClient !== null) await assertHostChosen(tx, agencyOfClient)
  // Somebody new gets the mail in the language of the person who invites them.
  const language = company.rows[0]?.language ?? call.language
  const { rootId, agencyId } = object!
  const receiver = { rootId, agencyId, email: to.email, language }
  const names = { name: to.fullName, company: company.rows[0]?.name ?? '' }
  await releaseAddress(tx, rootId, to.email, at)
  if (!(await claimAddress(tx, { ...to, rootId, passwordHash: null, isGivenPassword: false, at, until }))) {
    await mailTakenAddress(tx, platform, receiver, names)
    return until
  }
  const path = `/set-new-password/${token}?email=${encodeURIComponent(to.email)}`
  await queueMail(tx, platform, {
    to: receiver,
    uselessAfter_ms: until.getTime(),
    write: (say) => ({
      title: say('You are invited'),
      paragraphs: [say('{name}, you’ve been invited to join {company}.', names)],
      button: { label: say('Set your password'), url: pageAddress(platform.config, host, path) },
      facts: [[say('Account'), to.email]],
      note: say('The link works once, for 72 hours. If you don’t know why you got this email, you can ignore it.'),
    }),
  })
  return until
}

/** Tells the owner of the address that somebody tried to invite it; the inviting person does not learn that it is taken. */
export async function mailTakenAddress(
  tx: Tx,
  platform: Platform,
  to: Receiver,
  names: { name: string; company: string },
): Promise<void> {
  await queueMail(tx, platform, {
    to,
    write: (say) => ({
      title: say('Your invitation needs another email address'),
      paragraphs: [
        say('{name}, you’re invited to join {company}.', names),
        say('This address already has an account or an open invitation. Ask for an invitation to another address.'),
      ],
      facts: [[say('Account'), to.email]],
      note: say('Your account hasn’t changed. If you don’t know why you got this email, you can ignore it.'),
    }),
  })
}
