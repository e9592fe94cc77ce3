import { z } from 'zod'
import type { forgetPassword } from '#contract/sign-in/password.ts'
import { findHost, hostForLinks, type HostOwner } from '#server/areas/branding/find-host.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import { requireCaptcha } from '../captcha/captcha.ts'
import { findAccount, type Account } from '../find-account.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { addResetToken } from './reset-token.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

const resetLife_ms = 30 * 60_000

const context = 'job.mail-password-reset'
const payload = z.object({ sealed: z.string() })
interface ResetRequest {
  host: string
  email: string
  at_ms: number
}

/**
 * Queues the mail and answers. Only the job looks up whether there is an account: known and unknown addresses cost exactly the
 * same work here, so that neither answer nor timing distinguishes them. Locks nobody out.
 */
export const handleForgetPassword: OpenHandler<typeof forgetPassword> = async ({ body }, call) => {
  const { platform, host } = call
  await requireCaptcha(call, body.captchaToken)
  await call.countAccount(`${host} ${body.username}`)
  const resetRequest: ResetRequest = { host, email: body.username, at_ms: machineTime(platform.clock) }
  await inScope(platform.appPool, { kind: 'none' }, (tx) =>
    addJob(
      tx,
      mailPasswordResetJob.name,
      { sealed: platform.secrets.seal(JSON.stringify(resetRequest), context) },
      { isUrgent: true },
    ),
  )
  return {
    result: 'success',
    message: 'If there’s an account with this address, we’ve emailed a link to set a new password.',
  }
}

/** Makes the link and queues its mail in one transaction. Nothing happens for an address without an account. */
export const mailPasswordResetJob: Job = {
  name: 'mail-password-reset',
  mails: true,
  async run(platform, input) {
    const resetRequest = JSON.parse(platform.secrets.open(payload.parse(input).sealed, context)) as ResetRequest
    // A request this old has been repeated since.
    if (machineTime(platform.clock) > resetRequest.at_ms + resetLife_ms) return
    const owner = await findHost(platform, resetRequest.host)
    const account = owner && (await findAccount(platform, owner, resetRequest.email))
    if (owner && account) await mailLink(platform, owner, resetRequest.host, account)
  },
}

async function mailLink(
  platform: Platform,
  site: Pick<HostOwner, 'agencyId'>,
  siteHost: string,
  account: Account,
): Promise<void> {
  const now_ms = machineTime(platform.clock)
  const [at, until] = [new Date(now_ms), new Date(now_ms + resetLife_ms)]
  // In the brand of the site where the reset was requested, but a client's always in its agency's.
  const agencyId = account.kind === 'client' ? account.agencyId : site.agencyId
  await inScope(platform.appPool, { kind: 'none' }, async (tx) => {
    const host = await hostForLinks(tx, siteHost, agencyId)
    // A person without a password was invited. Anybody may ask here, and only the inviting company ends an invitation.
    await tx.query(
      `update password_reset set replaced_at = $2 where user_id = $1 and used_at is null and replaced_at is null
         and exists (select from credential where credential.user_id = $1 and password_hash is not null)`,
      [account.userId, at],
    )
    const token = await addResetToken(tx, { userId: account.userId, host, at, until })
    const link = pageAddress(
      platform.config,
      host,
      `/set-new-password/${token}?email=${encodeURIComponent(account.email)}`,
    )
    await queueMail(tx, platform, {
      kind: 'account',
      to: { ...account, agencyId },
      isUrgent: true,
      uselessAfter_ms: now_ms + resetLife_ms,
      write: resetText(account.email, link),
    })
  })
}

const resetText =
  (email: string, url: string) =>
  (say: Translate): MailContent => ({
    title: say('Set a new password'),
    paragraphs: [say('Someone, hopefully you, requested a new password for your account.')],
    button: { label: say('Set a new password'), url },
    facts: [[say('Account'), email]],
    note: say('The link works once, for 30 minutes. If you didn’t ask for it, you can ignore this email.'),
  })

/** With invented data. */
export const samples: MailSamples = {
  password_reset: {
    kind: 'account',
    write: (say, _language, { url }) => resetText(fiction.email, url('/set-new-password/sample'))(say),
  },
}
