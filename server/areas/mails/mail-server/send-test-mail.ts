import { mailProblems, type MailProblemName, type sendTestMail, type testSmtp } from '#contract/mails/mail-server.ts'
import type { Language } from '#contract/core/language.ts'
import { machineTime } from '#server/platform/clock.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { layOutMail, type MailSender } from '../lay-out-mail.ts'
import { sendThrough, type MailServer, type ServedOutcome } from '#server/platform/mail-server.ts'
import { sendMail, type MailMessage } from '#server/platform/mail.ts'
import { translatorOf } from '#server/platform/translate.ts'
import { readSenders } from '#server/areas/branding/read-senders.ts'
import { readOwnAddress } from '#server/areas/tenants/read-addresses.ts'
import { settingsTarget, type SettingsTarget } from '#server/areas/tenants/setting.ts'
import { isResting, readMailServer, readUsableServers, sendThroughStored, type StoredServer } from './mail-servers.ts'
import { testContent } from './mail-texts.ts'
import { checkTyped, passwordFor } from './mail-server-setting.ts'

interface Prepared {
  stored: StoredServer | null
  to: string
  language: Language
  brand: MailSender
}

/** The recipient is always the caller's own address, never one from the request. */
async function prepare(call: SignedInCall, { companyId, rootId }: SettingsTarget): Promise<Prepared> {
  return call.inScope(async (tx) => {
    const user = await readOwnAddress(tx, call.caller.userId)
    const brand = (await readSenders(tx, call.platform.config, rootId, [companyId])).get(companyId)
    if (!user || !brand) throw new Error(`no recipient for the test email of ${companyId}`)
    return {
      stored: await readMailServer(tx, companyId),
      to: user.email,
      language: user.language ?? call.language,
      brand,
    }
  })
}

async function compose(call: SignedInCall, { to, language, brand }: Prepared, from: MailMessage['from'], host: string) {
  const say = await translatorOf(language)
  const content = testContent(say, brand.name, host, from.address)
  const id = newId(machineTime(call.platform.clock))
  return { ...layOutMail({ ...brand, ...from }, content, { language, say, kind: 'account' }), to: [to], id }
}

const sentAnswer = (to: string, from: string, host: string) => ({
  result: 'success' as const,
  message: 'The test email was sent. Check your inbox.',
  data: { to, from, host },
})

/** C047: tests the entered settings as a whole, including sign-in and sender, by sending a mail. Nothing is stored. */
export const handleTestSmtp: Handler<typeof testSmtp> = async ({ body }, call) => {
  checkTyped(call, body)
  const draft = await prepare(call, settingsTarget(call, body.companyId))
  const password = passwordFor(call, body, draft.stored)
  const server: MailServer = {
    host: body.host,
    port: body.port,
    security: body.security,
    login: password === null ? null : { user: body.username, password },
  }
  const from = { name: body.from_name, address: body.from_email }
  throwMailProblem(await sendThrough(call.platform, server, await compose(call, draft, from, body.host)), true)
  return sentAnswer(draft.to, from.address, body.host)
}

/** C179: tests whichever route the company's mail takes now. */
export const handleSendTestMail: Handler<typeof sendTestMail> = async ({ body }, call) => {
  const { platform } = call
  const company = settingsTarget(call, body.companyId)
  const draft = await prepare(call, company)
  const ways = await readUsableServers(platform, company)
  const way = ways.find((each) => !isResting(platform, each))
  const isOwn = way?.companyId === company.companyId
  const from = way && isOwn ? way.from : { name: draft.brand.name, address: draft.brand.address }
  const host = way && isOwn ? way.host : ''
  const message = await compose(call, draft, from, host)
  if (way) throwMailProblem(await sendThroughStored(platform, way, message), false)
  else {
    const outcome = await sendMail(platform, message)
    if (!outcome.sent) throw new Failure('conflict', { message: mailProblems[nameOf(outcome.code)] })
  }
  return sentAnswer(draft.to, from.address, host)
}

const nameOf = (code: string): MailProblemName =>
  code === 'mail_not_set_up'
    ? 'not_set_up'
    : code === 'mail_refused'
      ? 'rejected'
      : code === 'mail_timeout'
        ? 'timeout'
        : 'connect'

/** The field to correct. */
const fieldOf: Partial<Record<MailProblemName, string>> = {
  refused_address: 'host',
  dns: 'host',
  connect: 'host',
  timeout: 'host',
  tls: 'security',
  auth: 'username',
  sender: 'from_email',
}

/** Throws the reason why a mail server rejected a test mail, at the field to correct if it was just entered. */
function throwMailProblem(outcome: ServedOutcome, wasTyped: boolean): void {
  if (outcome.sent) return
  const field = wasTyped ? fieldOf[outcome.problem] : undefined
  if (field !== undefined) throw invalid(field, mailProblems[outcome.problem])
  throw new Failure('conflict', { message: mailProblems[outcome.problem] })
}
