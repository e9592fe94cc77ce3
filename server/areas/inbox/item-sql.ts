import { inboxKinds, type InboxKind } from '#contract/inbox/inbox.ts'

/** Whose inbox is read, and the instant. The operator's inbox has its own id in place of an agency's. */
export interface InboxQuery {
  rootId: string
  agencyId: string
  /** The client whose people's inbox it is; null for the agency's or the operator's. */
  clientId: string | null
  now_ms: number
}

export const isOperators = ({ rootId, agencyId }: InboxQuery): boolean => agencyId === rootId

/** The company whose inbox it is. */
export const ownerOf = ({ agencyId, clientId }: InboxQuery): string => clientId ?? agencyId

/** The instant of an occurrence, in whole milliseconds so that it survives a round trip through the browser. */
export const markOf = (instant: string): string => `floor(extract(epoch from ${instant}) * 1000)::bigint`

export const kindOf = (kind: InboxKind): string => `'${kind}'::text as kind, ${inboxKinds.indexOf(kind)} as rank`

/** These count what is open together. Their mark is the newest one's, so it falls when that is settled while others stay open. */
const summedKinds: readonly InboxKind[] = [
  'payment_declined',
  'money_unmatched',
  'leads_returned',
  'remove_by_hand',
  'mail_stopped',
  'shares_claimed',
  'bursts_reported',
  'privacy_due',
]

/** SQL for whether a mark, as read or as stored, is about the current occurrence of a line: nothing has been added to it since. */
export const isAbout = (mark: string, line: string): string =>
  `(${mark} = ${line}.mark or (${line}.kind in (${summedKinds.map((kind) => `'${kind}'`).join()}) and ${mark} > ${line}.mark))`

/** How long a note that mentions somebody waits in the inbox. */
const mentionStays_days = 30

/**
 * SQL for notes that mention people for whom `isOwn` holds, a line for each. $2 is the agency, $3 the instant. A line's id is that of the
 * note and the person, since two may be mentioned.
 */
export const mentionItems = (isOwn: string): string => `
    select ${kindOf('mentioned')}, md5(entry.id::text || person.id::text)::uuid as subject_id, entry.client_id, lead.campaign_id,
        entry.at as since, ${markOf('entry.at')} as mark, 0 as count, null::text as cause, null::text as service,
        lead.id as lead_id, person.id as person_id
      from lead_entry entry
      join lead on lead.agency_id = $2 and lead.id = entry.lead_id
      join app_user person on person.id = any(entry.mentions) and person.removed_at is null and person.${isOwn}
     where entry.agency_id = $2 and entry.mentions <> '{}' and entry.note <> ''
       and entry.at > $3::timestamptz - interval '${mentionStays_days} days'`

/** SQL for addresses that get no mail, a line for each company. $2 is who sends it. */
export const stoppedAddressItems = `
    select ${kindOf('mail_stopped')}, stopped_address.company_id, nullif(stopped_address.company_id, $2), null::uuid,
        min(stopped_address.stopped_at), ${markOf('max(stopped_address.stopped_at)')}, count(*)::integer, null::text, null::text
      from stopped_address where stopped_address.agency_id = $2 group by stopped_address.company_id`

/** The items' SQL with the state of their current occurrence, of a parameter's company. The state of an earlier occurrence is ignored. */
export const withState = (items: string, owner: string): string => `
  ${items},
  known as (
    select item.kind, item.rank, item.subject_id, item.client_id, item.campaign_id, item.mark, item.cause, item.service, item.lead_id,
        case item.kind when 'new_leads' then state.done_at else item.since end as since,
        case item.kind when 'new_leads' then item.mark - coalesce(state.done_mark, 0) else item.count end as count,
        coalesce(case when said.is_about then state.assignee_id end, item.person_id) as assignee_id,
        case when said.is_about then state.snoozed_until end as snoozed_until,
        case when item.kind <> 'new_leads' and ${isAbout('state.done_mark', 'item')} then 'done'
          when said.is_about and state.snoozed_until > ($3::timestamptz at time zone own.time_zone)::date then 'snoozed'
          else 'open' end as state
      from item
      join company own on own.id = ${owner}
      left join inbox_state state
        on state.agency_id = $2 and state.kind = item.kind and state.subject_id = item.subject_id
      cross join lateral (select item.kind = 'new_leads' or ${isAbout('state.mark', 'item')} as is_about) said
     where item.kind <> 'new_leads' or item.mark > coalesce(state.done_mark, 0))`
