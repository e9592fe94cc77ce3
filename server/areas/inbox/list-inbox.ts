import type { Module } from '#contract/campaigns/modules.ts'
import { toPage } from '#contract/core/page.ts'
import type { countInbox, inboxStates, InboxItem, InboxKind, listInbox } from '#contract/inbox/inbox.ts'
import { causeTexts, type Cause } from '#contract/integrations/causes.ts'
import type { AccountKind } from '#contract/integrations/services.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { ownerOf, withState, type InboxQuery } from './item-sql.ts'
import { itemsOf } from './items.ts'

/** The inbox of the call's client or agency or of the operator, now. */
export function inboxOf(call: SignedInCall): InboxQuery {
  const { rootId, agencyId, clientId } = call.object!
  return { rootId, agencyId: agencyId ?? rootId, clientId: clientId ?? null, now_ms: call.platform.clock.now() }
}

interface Row {
  kind: InboxKind
  subjectId: string
  mark: number
  since: Date | null
  clientId: string | null
  client: string | null
  campaignId: string | null
  campaign: string | null
  module: Module | null
  count: number
  cause: string | null
  service: AccountKind | null
  snoozedUntil: string | null
  lead: InboxItem['lead']
  assigneeId: string | null
  assignee: string | null
  total: number
}

interface Narrowed {
  state: (typeof inboxStates)[number]
  kind: InboxKind | null
  assigneeId: string | null
  isUnassigned: boolean
  clientId: string | null
  page: number
  perPage: number
}

/** Everything that needs attention across all clients of an agency, all agencies of the operator, or of a client's people, paged. */
export const handleListInbox: Handler<typeof listInbox> = async ({ query }, call) => {
  const ownInbox = inboxOf(call)
  const { page, perPage } = query
  return call.inScope(async (tx) => {
    const rows = await readPage(tx, ownInbox, {
      state: query.state === '' || query.state === 'all' ? 'open' : query.state,
      kind: query.kind === '' || query.kind === 'all' ? null : query.kind,
      assigneeId: query.assigned === 'me' ? call.caller.userId : null,
      isUnassigned: query.assigned === 'nobody',
      clientId: query.clientId === 'all' ? null : query.clientId,
      page,
      perPage,
    })
    return toPage(
      rows.filter(({ subjectId }) => subjectId !== null).map((row) => present(row, ownerOf(ownInbox))),
      page,
      perPage,
      rows[0]?.total ?? 0,
    )
  })
}

/** Those of people who left are nobody's. */
const isNobodys = `not exists (
  select from app_user where app_user.id = known.assignee_id and app_user.removed_at is null)`

/** Looked up for all items at once; as a join, each item would be compared with each client. */
const isOfKnownClient = `(known.client_id is null or known.client_id in (select client.id from client))`

async function readPage(tx: Tx, inbox: InboxQuery, filter: Narrowed): Promise<Row[]> {
  const { page, perPage } = filter
  const { items, values, owner } = await itemsOf(tx, inbox)
  const [state, kind, assigneeId, isUnassigned, clientId] = [1, 2, 3, 4, 5].map((at) => `$${values.length + at}`)
  const { rows } = await tx.query<Row>(
    `with ${withState(items, owner)},
     shown as (
       select known.* from known
        where known.state = ${state} and (${kind}::text is null or known.kind = ${kind})
          and (${assigneeId}::uuid is null or known.assignee_id = ${assigneeId}) and (not ${isUnassigned} or ${isNobodys})
          and (${clientId}::uuid is null or known.client_id = ${clientId}) and ${isOfKnownClient}),
     paged as (
       select shown.* from shown
        order by shown.rank, shown.since desc nulls last, shown.count desc, shown.subject_id
        limit ${perPage} offset ${(page - 1) * perPage})
     select paged.kind, paged.subject_id as "subjectId", paged.mark, paged.since, paged.client_id as "clientId",
        coalesce(client.name, own.name) as client, paged.campaign_id as "campaignId", campaign.name as campaign,
        campaign.module, paged.count::integer, paged.cause, paged.service, paged.snoozed_until::text as "snoozedUntil",
        case when lead.id is not null then jsonb_build_object(
          'id', lead.id, 'name', trim(lead.first_name || ' ' || lead.last_name), 'next_action', lead.next_action) end as lead,
        app_user.id as "assigneeId", app_user.full_name as assignee, counted.total
      from (select count(*)::integer as total from shown) counted
      join company own on own.id = ${owner}
      left join paged on true
      left join company client on client.id = paged.client_id
      left join campaign on campaign.agency_id = $2 and campaign.id = paged.campaign_id
      left join lead on lead.agency_id = $2 and lead.id = paged.lead_id
      left join app_user on app_user.id = paged.assignee_id and app_user.removed_at is null
      order by paged.rank, paged.since desc nulls last, paged.count desc, paged.subject_id`,
    [...values, filter.state, filter.kind, filter.assigneeId, filter.isUnassigned, filter.clientId],
  )
  return rows
}

const isCause = (code: string | null): code is Cause => code !== null && Object.hasOwn(causeTexts, code)

const present = (row: Row, ownerId: string): InboxItem => ({
  kind: row.kind,
  subject_id: row.subjectId,
  mark: row.mark,
  since: row.since?.toISOString() ?? null,
  company_id: row.clientId ?? ownerId,
  company_name: row.client ?? '',
  campaignId: row.campaignId,
  campaignName: row.campaign,
  module: row.module,
  count: row.count,
  cause: isCause(row.cause) ? row.cause : null,
  integration_slug: row.service,
  lead: row.lead,
  snoozed_until: row.snoozedUntil,
  assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: row.assignee ?? '' },
})

/** The number of open items, shown in the menu. */
export const handleCountInbox: Handler<typeof countInbox> = async (_input, call) => {
  const ownInbox = inboxOf(call)
  return call.inScope(async (tx) => {
    const { items, values, owner } = await itemsOf(tx, ownInbox)
    const { rows } = await tx.query<{ open: number }>(
      `with ${withState(items, owner)}
       select count(*)::integer as open from known
        where known.state = 'open' and ${isOfKnownClient}`,
      values,
    )
    return { open: rows[0]?.open ?? 0 }
  })
}
