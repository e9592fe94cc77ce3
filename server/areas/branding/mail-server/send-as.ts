import type { MailProblem } from '#server/platform/mail-server.ts'
import { sendMail, type MailMessage, type MailOptions, type MailOutcome } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { keepFailure, keepSuccess } from './keep-health.ts'
import { isResting, readWays, sendThroughStored, type MailOwner, type StoredServer } from './mail-servers.ts'

/** A mail that every server would refuse, so the fault is not the server's. */
const ofTheMail: Partial<Record<MailProblem, 'mail_refused' | 'mail_unreachable'>> = {
  recipient: 'mail_refused',
  rejected: 'mail_refused',
  busy: 'mail_unreachable',
}

/**
 * Sends a mail the way that its company's mail goes: through the company's own server as its sender, else through the
 * operator's, else through the platform's, as the brand. One way for each try: a failing server is retried by the queue that
 * keeps the mail. When it has failed three times in a row the mail takes the next way, so that nothing is lost while its
 * owner mends it.
 */
export async function sendAs(
  platform: Platform,
  owner: MailOwner,
  message: MailMessage,
  options: MailOptions = {},
): Promise<MailOutcome> {
  const ways = await readWays(platform, owner)
  const way = ways.find((each) => !isResting(platform, each))
  if (way) return sendBy(platform, way, { ...message, from: senderOf(way, owner, message) })
  const outcome = await sendMail(platform, message, options)
  // Without a fallback the mail waits until its own server works again.
  if (ways.length > 0 && !outcome.sent && outcome.code === 'mail_not_set_up')
    return { sent: false, code: 'mail_unreachable', smtpStatus: null }
  return outcome
}

async function sendBy(platform: Platform, way: StoredServer, message: MailMessage): Promise<MailOutcome> {
  const outcome = await sendThroughStored(platform, way, message)
  if (outcome.sent) {
    await keepSuccess(platform, way)
    return outcome
  }
  const { problem, smtpStatus } = outcome
  const code = ofTheMail[problem]
  if (code) return { sent: false, code, smtpStatus }
  platform.log.warn({ problem, companyId: way.companyId }, 'a mail server of a company did not take a mail')
  await keepFailure(platform, way, problem)
  return { sent: false, code: problem === 'timeout' ? 'mail_timeout' : 'mail_unreachable', smtpStatus }
}

/** A company's own server sends as its sender; the operator's sends as the brand whose mail it is. */
const senderOf = (way: StoredServer, { rootId, agencyId }: MailOwner, message: MailMessage): MailMessage['from'] =>
  way.companyId === (agencyId ?? rootId) ? way.from : message.from
