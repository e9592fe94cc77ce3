import type { ActivityAction } from '#contract/activity/actions.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { rootKinds } from './log-query.ts'

interface HistoryQuery {
  /** The tenant whose book holds the entries. */
  bookId: string
  clientId: string
  campaignId: string
  actions: readonly ActivityAction[]
  /** Fields hidden from the reader: entries about nothing else are omitted. */
  hidden: readonly string[]
  limit: number
  skip: number
}

export interface ChangeEntry {
  id: string
  at: Date
  action: string
  /** The actor's role: the operator's, an agency's or a client's; empty if nobody was signed in. */
  actorType: 'root' | 'admin' | 'client' | ''
  /** Empty if the actor is outside the reader's scope. */
  actorName: string
  /** The person they viewed as; empty outside of view mode. */
  asName: string
  changed: readonly string[]
  before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
}

interface Row {
  id: string
  at: Date
  action: string
  actor_kind: string | null
  actor_name: string | null
  as_name: string | null
  changed: string[]
  before: Record<string, unknown> | null
  after: Record<string, unknown>
}

/** Maximum entries counted. */
const maxCounted = 10_000

/** The changes of a campaign, newest first, and the number of such entries. */
export async function readHistory(tx: Tx, query: HistoryQuery): Promise<{ entries: ChangeEntry[]; total: number }> {
  const matching = `activity where book_id = $1 and client_id = $2 and campaign_id = $3 and action = any($4)
    and exists (select from jsonb_array_elements_text(after -> 'changed') as name where name <> all($5))`
  const values = [query.bookId, query.clientId, query.campaignId, query.actions, query.hidden]
  const counts = await tx.query<{ count: number }>(
    `select count(*)::int as count from (select from ${matching} limit ${maxCounted}) found`,
    values,
  )
  const { rows } = await tx.query<Row>(
    `select entry.id, entry.at, entry.action, entry.actor_kind, entry.before, entry.after,
            actor.full_name as actor_name, entry.after -> 'changed' as changed,
            case when entry.on_behalf_of is distinct from entry.actor_id then viewed.full_name end as as_name
       from (select * from ${matching} order by seq desc limit $6 offset $7) entry
       left join app_user actor on actor.id = entry.actor_id
       left join app_user viewed on viewed.id = entry.on_behalf_of
      order by entry.seq desc`,
    [...values, query.limit, query.skip],
  )
  return { entries: rows.map((row) => entryOf(row, query.hidden)), total: counts.rows[0]!.count }
}

const entryOf = (row: Row, hiddenFields: readonly string[]): ChangeEntry => ({
  id: row.id,
  at: row.at,
  action: row.action,
  actorType: typeOf(row.actor_kind),
  actorName: row.actor_name ?? '',
  asName: row.as_name ?? '',
  changed: row.changed.filter((name) => !hiddenFields.includes(name)),
  before: row.before ?? {},
  after: row.after,
})

function typeOf(kind: string | null): ChangeEntry['actorType'] {
  if (kind === null) return ''
  if (rootKinds.includes(kind)) return 'root'
  return kind === 'client' ? 'client' : 'admin'
}
