import { mailKinds, mayBe, type MailFrequency, type MailKind } from '#contract/mails/kinds.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { endOfQuiet_ms, nextDigest_ms } from './next-hour.ts'
import { sendsNothing } from './read-mail-recipient.ts'

interface Reader {
  id: string
  frequency: MailFrequency | null
  from: number | null
  until: number | null
  zone: string
}

/** The encryption context: bound to the row. */
export const sealOfWaitingMail = (id: string): string => `waiting_mail|sealed|${id}`

/**
 * Keeps a mail for later if its reader collects its kind, or if these are their quiet hours. Repeatable: the mail's id is that of
 * its job. Mails about accounts and money wait for nobody, nor do those to people without an account.
 */
export async function waits(platform: Platform, id: string, mail: QueuedMail): Promise<boolean> {
  const { to, kind = 'account', isDue = false, isUrgent = false } = mail
  if (isDue || isUrgent || !mailKinds[kind].mayStop) return false
  return inScope(platform.appPool, { kind: 'root', rootId: to.rootId }, async (tx) => {
    const reader = await readReader(tx, to.rootId, to.email, kind)
    if (!reader || sendsNothing(reader.frequency)) return false
    const now_ms = platform.clock.now()
    const { frequency, from, until, zone } = reader
    const every = (frequency === 'day' || frequency === 'week') && mayBe(kind, frequency) ? frequency : null
    const slot_ms = every === null ? now_ms : nextDigest_ms(now_ms, every, zone)
    const due_ms = endOfQuiet_ms(slot_ms, from === null || until === null ? null : { from, until }, zone)
    if (due_ms <= now_ms) return false
    await tx.query(
      `insert into waiting_mail (agency_id, id, root_id, user_id, kind, collected, sealed, created_at, due_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      [
        to.agencyId ?? to.rootId,
        id,
        to.rootId,
        reader.id,
        kind,
        every,
        platform.secrets.seal(JSON.stringify(mail), sealOfWaitingMail(id)),
        dateOf(now_ms),
        dateOf(due_ms),
      ],
    )
    return true
  })
}

/** In the zone of their quiet hours, or else of their company. */
async function readReader(tx: Tx, rootId: string, email: string, kind: MailKind): Promise<Reader | undefined> {
  const { rows } = await tx.query<Reader>(
    `select app_user.id, mail_choices ->> $3 as frequency, quiet_from as "from", quiet_until as until,
        coalesce(quiet_zone, company.time_zone) as zone
       from app_user join company on company.id = app_user.company_id
      where app_user.root_id = $1 and app_user.email = $2 and app_user.removed_at is null
      order by app_user.created_at limit 1`,
    [rootId, email, kind],
  )
  return rows[0]
}

export interface DueMail {
  userId: string
  companyId: string
  collected: 'day' | 'week' | null
  zone: string
  mail: QueuedMail
}

const maxAtOnce = 500

/** Takes mails whose time has come out of the table, oldest first; those whose reader has left or stopped them are dropped. */
export async function takeDueMails(tx: Tx, platform: Platform, rootId: string): Promise<DueMail[]> {
  const { rows } = await tx.query<Omit<DueMail, 'mail'> & { id: string; sealed: string; isWanted: boolean }>(
    `with due as (
       delete from waiting_mail
        where (agency_id, id) in (
          select agency_id, id from waiting_mail where root_id = $1 and due_at <= $2
           order by due_at, id limit ${maxAtOnce})
       returning id, user_id, kind, collected, sealed, created_at)
     select due.id, due.user_id as "userId", company.id as "companyId", due.collected, due.sealed,
        coalesce(app_user.quiet_zone, company.time_zone) as zone,
        app_user.removed_at is null and coalesce(app_user.mail_choices ->> due.kind, '') not in ('off', 'app') as "isWanted"
       from due join app_user on app_user.id = due.user_id join company on company.id = app_user.company_id
      order by due.created_at, due.id`,
    [rootId, dateOf(platform.clock.now())],
  )
  return rows
    .filter(({ isWanted }) => isWanted)
    .map(({ userId, companyId, collected, zone, id, sealed }) => ({
      userId,
      companyId,
      collected,
      zone,
      mail: JSON.parse(platform.secrets.open(sealed, sealOfWaitingMail(id))) as QueuedMail,
    }))
}
