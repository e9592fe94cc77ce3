import { mailProblems, type MailProblemName } from '#contract/mails/mail-server.ts'
import type { SettingNamed, SettingToSave } from '#contract/settings/settings.ts'
import type { FormFields } from '#server/areas/activity/form-version.ts'
import type { NewActivity } from '#server/areas/activity/record-activity.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { accessDenied, invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { domainOf } from '#server/platform/mail.ts'
import { mayServe } from '#server/platform/mail-server.ts'
import { forgetOtherDomains } from '../mail-domain/store-mail-domain.ts'
import type { SettingsOf, SettingsTarget } from '#server/areas/tenants/setting.ts'
import { failuresUntilFailing, loginOf, readMailServer, sealPassword, type StoredServer } from './mail-servers.ts'

type MailServerBody = Extract<SettingToSave, { settingName: 'smtp' }>
/** Mail server settings as entered, to be saved or only tested. */
export type TypedServer = Omit<MailServerBody, 'settingName' | 'actionType'>

/** Only owners and the operator see and change a company's mail server. */
function checkMayKnow({ caller }: SignedInCall): void {
  if (caller.kind !== 'agencyOwner' && caller.kind !== 'rootSystem') throw accessDenied()
}

/** Checks permission, input and proof of identity before any transaction. */
async function checkMailServer(call: SignedInCall, body: MailServerBody): Promise<void> {
  checkMayKnow(call)
  if (body.host !== '') checkTyped(call, body)
  await call.requireRecentProof()
}

/** Checks that need no connection. Throws `invalid` naming the field. */
export function checkTyped({ platform }: SignedInCall, form: TypedServer): void {
  if (form.host === '') throw invalid('host', 'Enter a mail server.')
  if (!mayServe(platform.config, form.host, form.port)) throw invalid('host', mailProblems.refused_address)
  if (form.from_name === '') throw invalid('from_name', 'Enter a From name.')
  if (form.from_email === '') throw invalid('from_email', 'Enter a From address.')
}

/**
 * The password for the entered settings. The stored one is used only for the same server and user: it must not be sent
 * to a server that somebody else controls.
 */
export function passwordFor(call: SignedInCall, form: TypedServer, server: StoredServer | null): string | null {
  if (form.username === '') return null
  if (form.password !== undefined) return form.password
  const isSame =
    server !== null &&
    server.host === form.host &&
    server.port === form.port &&
    server.security === form.security &&
    server.userName === form.username
  const login = isSame ? loginOf(call.platform, server) : null
  if (login === null || login === 'unreadable') throw invalid('password', 'Enter the password of the mail server.')
  return login.password
}

type Told = Pick<NewActivity, 'action' | 'from' | 'to'>

/** Saves a company's mail server, or removes it if the host is empty. Mail uses it from the commit on. */
async function saveMailServer(
  tx: Tx,
  call: SignedInCall,
  { companyId, rootId, agencyId }: SettingsTarget,
  body: MailServerBody,
): Promise<Told> {
  const server = await readMailServer(tx, companyId)
  const from = server ? factsOf(server) : undefined
  if (body.host === '') {
    await tx.query('delete from mail_server where company_id = $1', [companyId])
    await forgetOtherDomains(tx, companyId, '')
    return { action: 'setting.mailServerRemoved', from, to: {} }
  }
  const password = passwordFor(call, body, server)
  const passwordSealed = password === null ? null : sealPassword(call.platform, companyId, password)
  await tx.query(upsert, [
    companyId,
    rootId,
    agencyId,
    body.host,
    body.port,
    body.security,
    password === null ? null : body.username,
    passwordSealed,
    body.from_name,
    body.from_email,
    new Date(machineTime(call.platform.clock)),
  ])
  await forgetOtherDomains(tx, companyId, domainOf(body.from_email).toLowerCase())
  const to = { ...body, userName: body.username, from: { name: body.from_name, address: body.from_email } }
  return { action: 'setting.mailServerSaved', from, to: { ...factsOf(to), login: changeOf(body) } }
}

const changeOf = ({ username, password }: MailServerBody): string =>
  username === '' ? 'none' : password === undefined ? 'kept' : 'changed'

/** The parts that may be logged. */
const factsOf = ({
  host,
  port,
  security,
  userName,
  from,
}: Pick<StoredServer, 'host' | 'port' | 'security' | 'userName' | 'from'>) => ({
  host,
  port,
  security,
  username: userName ?? '',
  sender: from.address,
})

const upsert = `
  insert into mail_server (company_id, root_id, agency_id, host, port, security, user_name, password_sealed, from_name,
    from_address, saved_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  on conflict (company_id) do update set host = $4, port = $5, security = $6, user_name = $7, password_sealed = $8,
    from_name = $9, from_address = $10, saved_at = $11, failures = 0, last_problem = null, failing_since = null,
    next_try_at = null, warned_at = null`

/** The setting as its owners see it: everything but the password. */
async function showMailServer(call: SignedInCall, { companyId }: SettingsTarget): Promise<SettingNamed<'smtp'>> {
  checkMayKnow(call)
  const server = await call.inScope((tx) => readMailServer(tx, companyId))
  return {
    settingName: 'smtp',
    host: server?.host ?? '',
    port: server?.port ?? 587,
    security: server?.security ?? 'starttls',
    username: server?.userName ?? '',
    from_name: server?.from.name ?? '',
    from_email: server?.from.address ?? '',
    has_password: typeof server?.passwordSealed === 'string',
    state: stateOf(server),
    cause: (server?.problem ?? '') satisfies MailProblemName | '',
    failing_since: server?.failingSince?.toISOString() ?? null,
  }
}

/** The fields of its form, without the server's health. */
async function mailServerForm(tx: Tx, { companyId }: SettingsTarget): Promise<FormFields> {
  const server = await readMailServer(tx, companyId)
  const { host = '', port = 587, security = 'starttls', userName = '', passwordSealed = null } = server ?? {}
  const { name: from_name = '', address: from_email = '' } = server?.from ?? {}
  return { host, port, security, username: userName, password: passwordSealed, from_name, from_email }
}

const stateOf = (server: StoredServer | null): SettingNamed<'smtp'>['state'] =>
  server === null ? 'none' : server.failures >= failuresUntilFailing ? 'failing' : 'ok'

export const mailServerSetting: SettingsOf<'smtp'> = {
  smtp: {
    form: { actions: ['setting.mailServerSaved', 'setting.mailServerRemoved'], read: mailServerForm },
    read: async (call, company) => ({ data: await showMailServer(call, company) }),
    check: (call, _company, body) => checkMailServer(call, body),
    save: saveMailServer,
  },
}
