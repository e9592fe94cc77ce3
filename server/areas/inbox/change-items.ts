import {
  longestSnooze_days,
  type assignInboxItems,
  type InboxItem,
  type listInboxColleagues,
  type settleInboxItems,
  type snoozeInboxItems,
} from '#contract/inbox/inbox.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { isAbout, ownerOf, type InboxQuery } from './item-sql.ts'
import { itemsOf } from './items.ts'
import { inboxOf } from './list-inbox.ts'

type Line = Pick<InboxItem, 'kind' | 'subject_id' | 'mark'>

const answerOf = (count: number) =>
  ({ result: 'success', message: 'Data has been updated successfully', data: { changed: count } }) as const

/** The requested items as three arrays, without duplicates. */
function listsOf(lines: readonly Line[]): unknown[] {
  const once = [...new Map(lines.map((line) => [`${line.kind} ${line.subject_id}`, line])).values()]
  return [once.map(({ kind }) => kind), once.map(({ subject_id }) => subject_id), once.map(({ mark }) => mark)]
}

/**
 * Changes items that still exist in this form: items that ended, recurred or belong elsewhere are skipped. `set` is the SQL
 * of the change; $5 is its value. Returns how many items were found.
 */
async function keep(tx: Tx, inbox: InboxQuery, lines: readonly Line[], set: string, value: unknown): Promise<number> {
  const { items, values } = await itemsOf(tx, inbox)
  const [kinds, subjects, marks, client] = [1, 2, 3, 4].map((at) => `$${values.length + at}`)
  const { rowCount } = await tx.query(
    `with ${items},
     said as (
       select asked.kind, asked.subject_id, asked.mark
         from unnest(${kinds}::text[], ${subjects}::uuid[], ${marks}::bigint[]) as asked (kind, subject_id, mark)
         join item on item.kind = asked.kind and item.subject_id = asked.subject_id
          and (asked.mark = item.mark or (asked.kind = 'new_leads' and asked.mark <= item.mark)))
     insert into inbox_state as kept (agency_id, kind, subject_id, root_id, client_id, mark)
     select $2, said.kind, said.subject_id, $1, ${client}::uuid, said.mark from said order by said.kind, said.subject_id
     on conflict (agency_id, kind, subject_id) do update
        set mark = excluded.mark,
          snoozed_until = case when ${isAbout('kept.mark', 'excluded')} or kept.kind = 'new_leads' then kept.snoozed_until end,
          assignee_id = case when ${isAbout('kept.mark', 'excluded')} or kept.kind = 'new_leads' then kept.assignee_id end`,
    [...values, ...listsOf(lines), inbox.clientId],
  )
  if (rowCount === 0) return 0
  await tx.query(
    `update inbox_state set ${set}
       from unnest($2::text[], $3::uuid[], $4::bigint[]) as asked (kind, subject_id, mark)
      where inbox_state.agency_id = $1 and inbox_state.kind = asked.kind
        and inbox_state.subject_id = asked.subject_id and inbox_state.mark = asked.mark`,
    [inbox.agencyId, ...listsOf(lines), value],
  )
  return rowCount ?? 0
}

/** Done until it recurs. The previously done occurrence is kept for undo. */
const settle = (tx: Tx, inbox: InboxQuery, lines: readonly Line[]): Promise<number> =>
  keep(
    tx,
    inbox,
    lines,
    `done_before = case when ${isAbout('done_mark', 'inbox_state')} or (inbox_state.kind = 'new_leads' and done_mark > inbox_state.mark)
       then done_before else done_mark end,
     done_mark = case when inbox_state.kind = 'new_leads' then greatest(done_mark, inbox_state.mark) else inbox_state.mark end,
     done_at = $5::timestamptz, snoozed_until = null, assignee_id = null`,
    dateOf(inbox.now_ms),
  )

async function reopen(tx: Tx, inbox: InboxQuery, lines: readonly Line[]): Promise<number> {
  const { rowCount } = await tx.query(
    `update inbox_state set done_mark = done_before, done_before = null, done_at = null
       from unnest($2::text[], $3::uuid[], $4::bigint[]) as asked (kind, subject_id, mark)
      where inbox_state.agency_id = $1 and inbox_state.kind = asked.kind
        and inbox_state.subject_id = asked.subject_id and ${isAbout('inbox_state.done_mark', 'asked')}`,
    [inbox.agencyId, ...listsOf(lines)],
  )
  return rowCount ?? 0
}

export const handleSettleInboxItems: Handler<typeof settleInboxItems> = async ({ body }, call) => {
  const ownInbox = inboxOf(call)
  const change = body.is_done ? settle : reopen
  return answerOf(await call.inScope((tx) => change(tx, ownInbox, body.items)))
}

/** Shown again on a date in the company's time zone, tomorrow at the earliest. */
export const handleSnoozeInboxItems: Handler<typeof snoozeInboxItems> = async ({ body }, call) => {
  const ownInbox = inboxOf(call)
  const { until } = body
  const count = await call.inScope(async (tx) => {
    if (until !== null) await assertAhead(tx, ownInbox, until)
    return keep(tx, ownInbox, body.items, 'snoozed_until = $5::date', until)
  })
  return answerOf(count)
}

async function assertAhead(tx: Tx, inbox: InboxQuery, until: string): Promise<void> {
  const { rows } = await tx.query<{ days: number }>(
    `select $2::date - ($3::timestamptz at time zone time_zone)::date as days from company where id = $1`,
    [ownerOf(inbox), until, dateOf(inbox.now_ms)],
  )
  const days = rows[0]?.days ?? 0
  if (days < 1) throw invalid('until', 'Choose a day after today.')
  if (days > longestSnooze_days) throw invalid('until', 'Choose a day within a year.')
}

export const handleAssignInboxItems: Handler<typeof assignInboxItems> = async ({ body }, call) => {
  const ownInbox = inboxOf(call)
  const count = await call.inScope(async (tx) => {
    if (body.assignee_id !== null) await assertColleague(tx, ownInbox, body.assignee_id)
    return keep(tx, ownInbox, body.items, 'assignee_id = $5::uuid', body.assignee_id)
  })
  return answerOf(count)
}

/** The current users of the client or agency, or the operator's own. */
const colleagues = `
  select id, full_name as name from app_user
  where root_id = $1 and (agency_id = $2 or $2 = $1 and kind in ('rootSystem', 'rootAdmin')) and client_id is not distinct from $3
    and status = 'active' and removed_at is null`

async function assertColleague(tx: Tx, { rootId, agencyId, clientId }: InboxQuery, userId: string): Promise<void> {
  const { rowCount } = await tx.query(`${colleagues} and id = $4`, [rootId, agencyId, clientId, userId])
  if (rowCount === 0) throw invalid('assignee_id', 'Choose one of the available options.')
}

export const handleListInboxColleagues: Handler<typeof listInboxColleagues> = async (_input, call) => {
  const { rootId, agencyId, clientId } = inboxOf(call)
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<{ id: string; name: string }>(`${colleagues} order by name, id limit 200`, [
      rootId,
      agencyId,
      clientId,
    ])
    return { data: rows }
  })
}
