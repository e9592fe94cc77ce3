import type { MailProblem } from '#server/platform/smtp-problem.ts'
import {
  sendMail,
  type MailFailure,
  type MailMessage,
  type MailOptions,
  type MailOutcome,
} from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { returnAddressOf } from './bounces/return-address.ts'
import { readLetterhead } from './layout/read-letterhead.ts'
import { recordFailure, recordSuccess } from './mail-server/record-health.ts'
import { findStopped, stopRefused } from './stopped-addresses/stopped-addresses.ts'
import { isResting, readUsableServers, sendThroughStored, type StoredServer } from './mail-server/mail-servers.ts'
import type { MailOwner } from './mail-queue.ts'

/** A mail that every server would reject, so the fault is not the server's. */
const ofTheMail: Partial<Record<MailProblem, MailFailure>> = {
  recipient: 'mail_refused',
  rejected: 'mail_refused',
  busy: 'mail_deferred',
}

/**
 * Sends a company's mail: through its own server and sender, else through the operator's server, else through the
 * platform's, with the company's brand. One route per attempt; the queue holding the mail retries a failing server.
 * After three failures in a row the mail takes the next route, so that nothing is lost until the server is fixed.
 * An address that was refused for good gets nothing more.
 */
export async function sendAs(
  platform: Platform,
  owner: MailOwner,
  letter: MailMessage,
  options: MailOptions = {},
): Promise<MailOutcome> {
  const stoppedAddresses = await findStopped(platform, owner, letter.to)
  const to = letter.to.filter((address) => !stoppedAddresses.includes(address))
  if (to.length === 0) return { sent: false, code: 'mail_stopped', smtpStatus: null }
  const outcome = await sendByAnyWay(platform, owner, { ...letter, to }, options)
  if (outcome.gone?.length) await stopRefused(platform, owner, outcome.gone)
  return outcome.sent ? { sent: true, refused: [...stoppedAddresses, ...outcome.refused] } : outcome
}

async function sendByAnyWay(
  platform: Platform,
  owner: MailOwner,
  letter: MailMessage,
  options: MailOptions,
): Promise<MailOutcome> {
  const message = { ...letter, ...(await readLetterhead(platform, owner, letter)) }
  const ways = await readUsableServers(platform, owner)
  const way = ways.find((each) => !isResting(platform, each))
  if (way) return sendBy(platform, way, { ...message, from: senderOf(way, owner, message) })
  // A company's own server returns mail to its own sender, whom its provider knows.
  const [onlyReader, ...others] = message.to
  const returnTo = others.length === 0 ? returnAddressOf(platform, owner, onlyReader!) : undefined
  const outcome = await sendMail(platform, { ...message, returnTo }, options)
  // Without a fallback the mail waits until its own server works again.
  if (ways.length > 0 && !outcome.sent && outcome.code === 'mail_not_set_up')
    return { sent: false, code: 'mail_unreachable', smtpStatus: null }
  return outcome
}

async function sendBy(platform: Platform, way: StoredServer, message: MailMessage): Promise<MailOutcome> {
  const outcome = await sendThroughStored(platform, way, message)
  if (outcome.sent) {
    await recordSuccess(platform, way)
    return outcome
  }
  const { problem, smtpStatus, gone = [] } = outcome
  const code = ofTheMail[problem]
  if (code) return { sent: false, code, smtpStatus, gone }
  platform.log.warn({ problem, companyId: way.companyId }, 'a company’s mail server failed to send an email')
  await recordFailure(platform, way, problem)
  return { sent: false, code: problem === 'timeout' ? 'mail_timeout' : 'mail_unreachable', smtpStatus }
}

/** A company's own server uses its configured sender; the operator's uses the brand of the company. */
const senderOf = (way: StoredServer, { rootId, agencyId }: MailOwner, message: MailMessage): MailMessage['from'] =>
  way.companyId === (agencyId ?? rootId) ? way.from : message.from
