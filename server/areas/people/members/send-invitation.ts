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
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail, type Receiver } from '#server/areas/mails/queue-mail.ts'
import { claimAddress, releaseAddress } from '../claim-address.ts'
import { fiction, type MailSamples, type SamplePlace } from '#server/areas/mails/mail-sample.ts'

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
  const inviter = await nameInviter(tx, call)
  const { agencyOfClient = null } = company.rows[0] ?? {}
  if (agencyOfClient !== null) await assertHostChosen(tx, agencyOfClient)
  // Somebody new gets the mail in the language of the person who invites them.
  const language = company.rows[0]?.language ?? call.language
  const { rootId, agencyId } = object!
  const receiver = { rootId, agencyId, email: to.email, language }
  const names = { name: to.fullName, company: company.rows[0]?.name ?? '', inviter }
  await releaseAddress(tx, rootId, to.email, at)
  if (!(await claimAddress(tx, { ...to, rootId, passwordHash: null, isGivenPassword: false, at, until }))) {
    await mailTakenAddress(tx, platform, receiver, names)
    return until
  }
  const path = `/set-new-password/${token}?email=${encodeURIComponent(to.email)}`
  await queueMail(tx, platform, {
    kind: 'account',
    to: receiver,
    uselessAfter_ms: until.getTime(),
    write: invitationText({
      isClient: agencyOfClient !== null,
      names,
      url: pageAddress(platform.config, host, path),
      email: to.email,
    }),
  })
  return until
}

/**
 * Who invites, as their guest may know them: somebody of the company that sends the mail with its brand, or of the guest's own.
 * Of anybody else, such as the operator's people, an agency's guests hear only the brand.
 */
async function nameInviter(tx: Tx, { caller, object }: SignedInCall): Promise<string> {
  const senderId = object!.agencyId ?? object!.rootId
  const { rows } = await tx.query<{ brand: string; person: string | null }>(
    `select brand.name as brand,
            (select full_name from app_user where id = $3 and (company_id = $2 or client_id = $4)) as person
       from brand where brand.company_id in ($1, $2) order by (brand.company_id = $2) desc limit 1`,
    [object!.rootId, senderId, caller.userId, object!.clientId],
  )
  const { brand = '', person = null } = rows[0] ?? {}
  return person === null ? brand : `${person} (${brand})`
}

/** Tells the owner of the address that somebody tried to invite it; the inviting person does not learn that it is taken. */
export async function mailTakenAddress(
  tx: Tx,
  platform: Platform,
  to: Receiver,
  names: { name: string; company: string },
): Promise<void> {
  await queueMail(tx, platform, {
    kind: 'account',
    to,
    write: takenInvitationText(names, to.email),
  })
}

type Names = Record<'name' | 'company' | 'inviter', string>

const invitationText =
  ({ isClient, names, url, email }: { isClient: boolean; names: Names; url: string; email: string }) =>
  (say: Translate): MailContent => ({
    title: !isClient
      ? say('{inviter} invited you to work for {company}', names)
      : say('{inviter} invited you to see your leads', names),
    paragraphs: [
      say('Hello {name},', names),
      !isClient
        ? say('Choose a password, and you are signed in.')
        : say(
            'See who visits the website of {company}, and its leads. Choose a password, and you are signed in.',
            names,
          ),
    ],
    button: { label: say('Set your password'), url },
    facts: [[say('Account'), email]],
    note: say('The link works once, for 72 hours. If you don’t know why you got this email, you can ignore it.'),
  })

const takenInvitationText =
  (names: Omit<Names, 'inviter'>, email: string) =>
  (say: Translate): MailContent => ({
    title: say('Your invitation needs another email address'),
    paragraphs: [
      say('{name}, you’re invited to join {company}.', names),
      say('This address already has an account or an open invitation. Ask for an invitation to another address.'),
    ],
    facts: [[say('Account'), email]],
    note: say('Your account hasn’t changed. If you don’t know why you got this email, you can ignore it.'),
  })

const sampleInvitation = ({ url, brand }: SamplePlace, isClient: boolean) => ({
  isClient,
  names: { name: fiction.person, company: isClient ? fiction.company : brand, inviter: `Jo Lane (${brand})` },
  url: url('/set-new-password/sample'),
  email: fiction.email,
})

/** With invented data. */
export const samples: MailSamples = {
  invitation_of_client: {
    kind: 'account',
    write: (say, _language, place) => invitationText(sampleInvitation(place, true))(say),
  },
  invitation_of_staff: {
    kind: 'account',
    write: (say, _language, place) => invitationText(sampleInvitation(place, false))(say),
  },
  invitation_elsewhere: {
    kind: 'account',
    write: takenInvitationText({ name: fiction.person, company: fiction.company }, fiction.email),
  },
}
