import { inboxKinds, type InboxKind } from '#contract/inbox/inbox.ts'

/** Whose inbox is read, and the instant. The operator's inbox has its own id in place of an agency's. */
export interface InboxQuery {
  rootId: string
  agencyId: string
  now_ms: number
}

export const isOperators = ({ rootId, agencyId }: InboxQuery): boolean => agencyId === rootId

/** The instant of an occurrence, in whole milliseconds so that it survives a round trip through the browser. */
export const markOf = (instant: string): string => `floor(extract(epoch from ${instant}) * 1000)::bigint`

export const kindOf = (kind: InboxKind): string => `'${kind}'::text as kind, ${inboxKinds.indexOf(kind)} as rank`

/** These count what is open together. Their mark is the newest one's, so it falls when that is settled while others stay open. */
const summedKinds: readonly InboxKind[] = [
  'payment_declined',
  'money_unmatched',
  'leads_returned',
  'remove_by_hand',
  'shares_claimed',
  'bursts_reported',
]

/** SQL for whether a mark, as read or as stored, is about the current occurrence of a line: nothing has been added to it since. */
export const isAbout = (mark: string, line: string): string =>
  `(${mark} = ${line}.mark or (${line}.kind in (${summedKinds.map((kind) => `'${kind}'`).join()}) and ${mark} > ${line}.mark))`

/** The items' SQL with the state of their current occurrence. The state of an earlier occurrence is ignored. */
export const withState = (items: string): string => `
  ${items},
  known as (
    select item.kind, item.rank, item.subject_id, item.client_id, item.campaign_id, item.mark, item.cause, item.service,
        case item.kind when 'new_leads' then state.done_at else item.since end as since,
        case item.kind when 'new_leads' then item.mark - coalesce(state.done_mark, 0) else item.count end as count,
        coalesce(case when said.is_about then state.assignee_id end, case item.kind when 'next_action_due' then
          (select lead.assignee_id from lead where lead.agency_id = $2 and lead.id = item.subject_id) end) as assignee_id,
        case when said.is_about then state.snoozed_until end as snoozed_until,
        case when item.kind <> 'new_leads' and ${isAbout('state.done_mark', 'item')} then 'done'
          when said.is_about and state.snoozed_until > ($3::timestamptz at time zone agency.time_zone)::date then 'snoozed'
          else 'open' end as state
      from item
      join company agency on agency.id = $2
      left join inbox_state state
        on state.agency_id = $2 and state.kind = item.kind and state.subject_id = item.subject_id
      cross join lateral (select item.kind = 'new_leads' or ${isAbout('state.mark', 'item')} as is_about) said
     where item.kind <> 'new_leads' or item.mark > coalesce(state.done_mark, 0))`
