import { keyActor } from '#contract/activity/user-logs.ts'
import { securityCategories, type listSecurityEvents } from '#contract/activity/security-events.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { rootKinds } from './log-query.ts'
import { rootKey } from './record-activity.ts'

interface Row {
  seq: number
  id: string
  at: Date
  action: string
  actor: string | null
  subject: string | null
  target_name: string | null
  reason: string | null
  /** Empty for the operator's people: an agency sees neither who they are nor their location (white label). */
  address: string
}

const atOnce = 30

/** From the caller's own book: an owner's agency with its clients, or the operator's own company. */
export const handleListSecurityEvents: Handler<typeof listSecurityEvents> = async ({ query }, call) => {
  const { agencyId, rootId } = call.caller
  const { rows } = await call.inScope((tx) =>
    tx.query<Row>(listText, [
      agencyId ?? rootId,
      query.before ?? Number.MAX_SAFE_INTEGER,
      securityCategories,
      atOnce + 1,
      agencyId === null ? [] : rootKinds,
    ]),
  )
  const page = rows.slice(0, atOnce)
  return {
    data: page.map(({ id, at, action, actor, subject, target_name, reason, address }) => ({
      id,
      at: at.toISOString(),
      action,
      actor,
      subject,
      target: target_name,
      reason,
      address,
    })),
    next: rows.length > atOnce ? Number(page.at(-1)!.seq) : null,
  }
}

const listText = `
  select entry.seq, entry.id, entry.at, entry.action, entry.target_name,
    case when entry.actor_kind in ('developer', '${rootKey}') then '${keyActor}' else actor.full_name end as actor,
    coalesce(entry.reason, case when entry.action = 'security.signInRefused' then entry.description end) as reason,
    case when entry.subject_id is distinct from entry.actor_id then subject.full_name end as subject,
    case when entry.actor_kind = any($5::text[]) then '' else entry.address end as address
  from activity entry
  left join app_user actor on actor.id = entry.actor_id
  left join app_user subject on subject.id = entry.subject_id
  where entry.book_id = $1 and entry.seq < $2 and entry.source = 'server'
    and split_part(entry.action, '.', 1) = any($3::text[])
  order by entry.seq desc limit $4`
