import { z } from 'zod'
import { registrationLife_ms } from '#contract/people/registration.ts'
import type { Language } from '#contract/core/language.ts'
import type { UserKind } from '#contract/people/user-kind.ts'
import { findHost, hostForLinks, type HostOwner } from '#server/areas/branding/find-host.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isAdmitted } from '#server/areas/sign-in/find-account.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail, type Receiver } from '#server/areas/mails/queue-mail.ts'
import { releaseAddress } from '../claim-address.ts'
import { registrationContext, type Registration } from './pending.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

export interface RegistrationMail {
  host: string
  at_ms: number
  registration: Registration
}

export const mailContext = 'job.mail-registration'
const payload = z.object({ sealed: z.string() })

/** Mails the link to somebody new, or a notice to an address that already has an account. */
export const mailRegistrationJob: Job = {
  name: 'mail-registration',
  mails: true,
  async run(platform, input) {
    const mail = JSON.parse(platform.secrets.open(payload.parse(input).sealed, mailContext)) as RegistrationMail
    const place = await findHost(platform, mail.host)
    if (!place || machineTime(platform.clock) > mail.at_ms + registrationLife_ms) return
    await inScope(platform.appPool, { kind: 'root', rootId: place.rootId }, async (tx) => {
      const owner = await findOwner(tx, place.rootId, mail.registration.email, new Date(machineTime(platform.clock)))
      await (owner ? mailOwner(tx, platform, place, mail, owner) : mailLink(tx, platform, place, mail))
    })
  },
}

interface Owner {
  rootId: string
  agencyId: string | null
  kind: UserKind
  language: Language | null
}

/** Whose address it is. Invited, disabled and removed people count, too. */
export async function findOwner(tx: Tx, rootId: string, email: string, at: Date): Promise<Owner | null> {
  await releaseAddress(tx, rootId, email, at)
  const { rows } = await tx.query<{
    root_id: string
    agency_id: string | null
    kind: UserKind
    language: Language | null
  }>(
    `select u.root_id, u.agency_id, u.kind, u.language from credential join app_user u on u.id = credential.user_id
     where credential.root_id = $1 and credential.email = $2`,
    [rootId, email],
  )
  const row = rows[0]
  return row ? { rootId: row.root_id, agencyId: row.agency_id, kind: row.kind, language: row.language } : null
}

/** The recipient, with the brand of the host where the form was submitted. */
const receiverOf = (place: HostOwner, { email, language }: Registration): Receiver => ({
  rootId: place.rootId,
  agencyId: place.agencyId,
  email,
  language,
})

/**
 * Does not say where the account is: another agency's name must not be revealed here. A client who is admitted hears it from
 * its own agency, whose name the operator's site does not have.
 */
async function mailOwner(
  tx: Tx,
  platform: Platform,
  place: HostOwner,
  mail: RegistrationMail,
  owner: Owner,
): Promise<void> {
  const mayEnter = isAdmitted(owner, place)
  const site = receiverOf(place, mail.registration)
  const to = mayEnter && owner.kind === 'client' ? { ...site, agencyId: owner.agencyId } : site
  const host = await hostForLinks(tx, mail.host, to.agencyId)
  await queueMail(tx, platform, {
    kind: 'account',
    to: { ...to, language: owner.language ?? to.language },
    isUrgent: true,
    write: takenAddressText(to.email, mayEnter ? pageAddress(platform.config, host, '/login') : null),
  })
}

async function mailLink(
  tx: Tx,
  platform: Platform,
  place: HostOwner,
  { host, registration }: RegistrationMail,
): Promise<void> {
  const now_ms = machineTime(platform.clock)
  const expires_ms = now_ms + registrationLife_ms
  const token = newToken()
  const emailHash = platform.secrets.keyedHash(`registration ${host} ${registration.email}`)
  await tx.query(
    'update registration set replaced_at = $2 where email_hash = $1 and used_at is null and replaced_at is null',
    [emailHash, new Date(now_ms)],
  )
  await tx.query(
    `insert into registration (token_hash, host, email_hash, data_sealed, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      hashToken(token),
      host,
      emailHash,
      platform.secrets.seal(JSON.stringify(registration), registrationContext),
      new Date(now_ms),
      new Date(expires_ms),
    ],
  )
  await queueMail(tx, platform, {
    kind: 'account',
    to: receiverOf(place, registration),
    isUrgent: true,
    uselessAfter_ms: expires_ms,
    write: registrationText(registration, pageAddress(platform.config, host, `/confirm-registration/${token}`)),
  })
}

const takenAddressText =
  (email: string, url: string | null) =>
  (say: Translate): MailContent => ({
    title: say('Someone registered with your address'),
    paragraphs: [
      say('Someone, perhaps you, registered with your email address.'),
      url !== null
        ? say('You already have an account. Sign in with it.')
        : say('This address can’t be used here. Choose another one.'),
    ],
    ...(url !== null && { button: { label: say('Sign in'), url } }),
    facts: [[say('Account'), email]],
    note: say('Nothing has changed. If this wasn’t you, you can ignore this email.'),
  })

const registrationText =
  ({ companyName, email }: Pick<Registration, 'companyName' | 'email'>, url: string) =>
  (say: Translate): MailContent => ({
    title: say('Confirm your registration'),
    paragraphs: [say('Confirm your email address and sign in with the password you chose.')],
    button: {
      label: say('Confirm registration'),
      url,
    },
    facts: [
      [say('Company'), companyName],
      [say('Account'), email],
    ],
    note: say('The link works once, for 24 hours. If you didn’t register, you can ignore this email.'),
  })

/** With invented data. */
export const samples: MailSamples = {
  registration: {
    kind: 'account',
    write: (say, _language, { url }) =>
      registrationText(
        { companyName: fiction.company, email: fiction.email },
        url('/confirm-registration/sample'),
      )(say),
  },
  address_registered: {
    kind: 'account',
    write: (say, _language, { url }) => takenAddressText(fiction.email, url('/login'))(say),
  },
}
