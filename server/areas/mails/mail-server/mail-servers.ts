import type { MailProblemName } from '#contract/mails/mail-server.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { sendThrough, type MailServer, type ServedOutcome } from '#server/platform/mail-server.ts'
import { domainOf, type MailMessage } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { keySealOf } from '../mail-domain/store-mail-domain.ts'
import type { MailOwner } from '../mail-queue.ts'

/** A company's mail server as stored. */
export interface StoredServer extends Omit<MailServer, 'login'> {
  companyId: string
  rootId: string
  userName: string | null
  passwordSealed: string | null
  from: { name: string; address: string }
  /** Identifies one saved state: results of an earlier one do not apply to it. */
  savedAt: Date
  failures: number
  problem: MailProblemName | null
  failingSince: Date | null
  nextTryAt: Date | null
  /** Signs mail of its sender, once the record of the key was found. */
  signing?: { domain: string; selector: string; keySealed: string }
}

/** After this many consecutive failures mail takes the fallback and the owner is notified. */
export const failuresUntilFailing = 3

interface Row {
  company_id: string
  root_id: string
  host: string
  port: number
  security: MailServer['security']
  user_name: string | null
  password_sealed: string | null
  from_name: string
  from_address: string
  saved_at: Date
  failures: number
  last_problem: MailProblemName | null
  failing_since: Date | null
  next_try_at: Date | null
}

/** A server with the key of its sender's domain, if that signs. */
interface SigningRow extends Row {
  signing_domain: string | null
  selector: string | null
  private_key_sealed: string | null
}

const toStored = (row: Row): StoredServer => ({
  companyId: row.company_id,
  rootId: row.root_id,
  host: row.host,
  port: row.port,
  security: row.security,
  userName: row.user_name,
  passwordSealed: row.password_sealed,
  from: { name: row.from_name, address: row.from_address },
  savedAt: row.saved_at,
  failures: row.failures,
  problem: row.last_problem,
  failingSince: row.failing_since,
  nextTryAt: row.next_try_at,
})

const toSigning = ({
  signing_domain: domain,
  selector,
  private_key_sealed: keySealed,
  ...row
}: SigningRow): StoredServer => ({
  ...toStored(row),
  ...(domain !== null && selector !== null && keySealed !== null && { signing: { domain, selector, keySealed } }),
})

export async function readMailServer(tx: Tx, companyId: string): Promise<StoredServer | null> {
  const { rows } = await tx.query<Row>('select * from mail_server where company_id = $1', [companyId])
  return rows[0] ? toStored(rows[0]) : null
}

/** Whether a company's own server has failed a few times in a row, so that mail takes the fallback. */
export async function failsMail(tx: Tx, companyId: string): Promise<boolean> {
  const { rows } = await tx.query('select from mail_server where company_id = $1 and failures >= $2', [
    companyId,
    failuresUntilFailing,
  ])
  return rows.length > 0
}

/** The servers that mail of a company may take, in order: its own, then its operator's. */
export async function readUsableServers(platform: Platform, { rootId, agencyId }: MailOwner): Promise<StoredServer[]> {
  const { rows } = await inScope(
    platform.appPool,
    { kind: 'root', rootId },
    (tx) =>
      tx.query<SigningRow>(
        `select mail_server.*, mail_domain.domain as signing_domain, mail_domain.selector, mail_domain.private_key_sealed
           from mail_server
           left join mail_domain on mail_domain.agency_id = mail_server.company_id and mail_domain.signing_since is not null
          where mail_server.company_id in ($1, $2) order by (mail_server.company_id = $1) desc`,
        [agencyId ?? rootId, rootId],
      ),
    { readOnly: true },
  )
  return rows.map(toSigning)
}

const sealContext = (companyId: string): string => `mail_server.password_sealed|${companyId}`

export const sealPassword = ({ secrets }: Platform, companyId: string, password: string): string =>
  secrets.seal(password, sealContext(companyId))

/** Credentials for a server; `unreadable` if the master key cannot decrypt the password, as after losing that key. */
export function loginOf({ secrets }: Platform, server: StoredServer): MailServer['login'] | 'unreadable' {
  const { userName, passwordSealed, companyId } = server
  if (userName === null || passwordSealed === null) return null
  try {
    return { user: userName, password: secrets.open(passwordSealed, sealContext(companyId)) }
  } catch {
    return 'unreadable'
  }
}

/** What signs a mail, if it is from the sender whose domain has a key. Mail goes out unsigned if the master key was lost. */
function signingOf({ secrets }: Platform, server: StoredServer, { from }: MailMessage): MailMessage['signing'] {
  const { signing, companyId } = server
  if (!signing || domainOf(from.address).toLowerCase() !== signing.domain) return undefined
  try {
    const privateKey = secrets.open(signing.keySealed, keySealOf(companyId))
    return { domain: signing.domain, selector: signing.selector, privateKey }
  } catch {
    return undefined
  }
}

/** Sends through a stored server. An unreadable password is treated as a wrong one. */
export async function sendThroughStored(
  platform: Platform,
  server: StoredServer,
  message: MailMessage,
): Promise<ServedOutcome> {
  const login = loginOf(platform, server)
  if (login === 'unreadable') return { sent: false, problem: 'auth', smtpStatus: null }
  const signing = signingOf(platform, server, message)
  return sendThrough(platform, { ...server, login }, signing ? { ...message, signing } : message)
}

/** Whether mail takes the fallback for now: the server has failed repeatedly and its next attempt is not due. */
export const isResting = (platform: Platform, { nextTryAt }: StoredServer): boolean =>
  nextTryAt !== null && nextTryAt.getTime() > machineTime(platform.clock)
