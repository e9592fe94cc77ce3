import type { BodyOf } from '#contract/core/operation.ts'
import {
  bulkUndo_ms,
  maxBulkLeads,
  type changeLeads as operation,
  type undoLeadChanges,
} from '#contract/leads/lead-bulk.ts'
import { maxTags } from '#contract/leads/lead-task.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { listScopeOf } from '#server/areas/tenants/list-scope.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { rejectUnknownFields } from '../read/assert-known.ts'
import { leadConditions, readLeadQuery, type LeadQuery } from '../read/lead-query.ts'
import { readRange } from '../read/report-range.ts'
import { changeLeads, type ChangedLead, type LeadState, type WorkedLead } from './change-leads.ts'
import { spellTags } from './lead-tags.ts'
import { assertAssignable } from './list-assignees.ts'
import { assertStatus } from './set-status.ts'

type Body = BodyOf<typeof operation>

/** One value for many leads. */
interface Bulk {
  kind: 'status' | 'assignee' | 'tag'
  value: string | null
}

export const handleChangeMany: Handler<typeof operation> = async ({ body }, call) => {
  const { change, ids, except, ...filter } = body
  const query = readLeadQuery(
    filter,
    listScopeOf(call.object!, filter.clientId, filter.groupId),
    readRange(filter),
    call.caller,
  )
  const bulk = bulkOf(change)
  const data = await call.inScope(async (tx) => {
    await rejectUnknownFields(tx, query.audience, query.campaignId)
    const leads = await findLeads(tx, query, ids, except)
    const { agencyId } = query.audience
    const clientIds = [...new Set(leads.map(({ clientId }) => clientId))]
    if (bulk.kind === 'status') await assertStatus(tx, agencyId, bulk.value!)
    if (bulk.kind === 'assignee' && bulk.value) await assertAssignable(tx, agencyId, clientIds, bulk.value)
    const tags = new Map<string, string>()
    if (bulk.kind === 'tag')
      for (const clientId of clientIds) tags.set(clientId, (await spellTags(tx, agencyId, clientId, [bulk.value!]))[0]!)
    const differences = await changeLeads(
      tx,
      call,
      leads.map(({ id }) => id),
      (lead) => giveTo(lead, bulk.kind === 'tag' ? { ...bulk, value: tags.get(lead.clientId)! } : bulk),
    )
    if (differences.length > 0) await log(tx, call, 'lead.leadsChanged', differences.length, bulk)
    const bulk_id = differences.length > 0 ? await keepForUndo(tx, call, bulk, differences) : null
    return { bulk_id, changed: differences.length, skipped: leads.length - differences.length }
  })
  return { result: 'success', message: 'The leads were changed.', data }
}

function bulkOf(change: Body['change']): Bulk {
  if ('status' in change) return { kind: 'status', value: change.status }
  return 'tag' in change ? { kind: 'tag', value: change.tag } : { kind: 'assignee', value: change.assignee_id }
}

/** The named leads as far as the caller sees them, or all of the filter but some. Throws `invalid` if they are too many. */
async function findLeads(
  tx: Tx,
  query: LeadQuery,
  ids: readonly string[],
  except: readonly string[],
): Promise<{ id: string; clientId: string }[]> {
  const values: unknown[] = []
  // A row that was picked may have left the filter since: it was picked all the same.
  const conditions = leadConditions(ids.length > 0 ? { ...everyLead, audience: query.audience } : query, values)
  if (ids.length > 0) conditions.push(`lead.id = any($${values.push(ids)}::uuid[])`)
  if (except.length > 0) conditions.push(`lead.id <> all($${values.push(except)}::uuid[])`)
  const { rows } = await tx.query<{ id: string; clientId: string }>(
    `select lead.id, lead.client_id as "clientId" from lead where ${conditions.join(' and ')} limit ${maxBulkLeads + 1}`,
    values,
  )
  if (rows.length > maxBulkLeads) throw invalid('ids', 'These are more than 10,000 leads. Filter the list first.')
  return rows
}

const everyLead: Omit<LeadQuery, 'audience'> = {
  campaignId: null,
  module: null,
  kind: 'all',
  status: null,
  range: { from_ms: null, to_ms: null },
  words: [],
  byClient: false,
  sort: 'created_at',
  order: 'desc',
}

/** What a lead gets; nothing if its person was erased and the value is a word about them, or if it has no room. */
function giveTo(lead: WorkedLead, { kind, value }: Bulk): Partial<LeadState> | null {
  if (kind === 'status') return { status: value! }
  if (kind === 'assignee') return { assigneeId: value }
  if (lead.isErased || lead.tags.includes(value!) || lead.tags.length >= maxTags) return null
  return { tags: [...lead.tags, value!].toSorted() }
}

/** One entry of the log for all of them: each lead's own history has the rest. A tag is a word about people. */
const log = (
  tx: Tx,
  call: SignedInCall,
  action: `lead.${string}`,
  count: number,
  { kind, value }: Bulk,
): Promise<void> =>
  recordActivity(tx, call, { action, to: { leads: count, ...(kind === 'tag' ? { tags: 1 } : { [kind]: value }) } })

async function keepForUndo(
  tx: Tx,
  call: SignedInCall,
  { kind, value }: Bulk,
  differences: readonly ChangedLead[],
): Promise<string> {
  const now_ms = call.platform.clock.now()
  const id = newId(now_ms)
  const { rootId, agencyId, clientId } = call.object!
  const oldValueOf = ({ lead, next }: ChangedLead): string | null => {
    if (kind === 'status') return lead.status
    // The tag as this client's leads spell it.
    return kind === 'assignee' ? lead.assigneeId : next.tags.find((tag) => !lead.tags.includes(tag))!
  }
  await tx.query(
    `insert into lead_bulk_action (agency_id, id, root_id, client_id, by_id, at, kind, value, lead_ids, old_values)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      agencyId,
      id,
      rootId,
      clientId,
      call.caller.userId,
      dateOf(now_ms),
      kind,
      kind === 'tag' ? null : value,
      differences.map(({ lead }) => lead.id),
      differences.map(oldValueOf),
    ],
  )
  return id
}

interface KeptBulk extends Bulk {
  leadIds: string[]
  oldValues: (string | null)[]
}

/** Gives each lead back what it had, unless it was changed again since. */
export const handleUndoMany: Handler<typeof undoLeadChanges> = async ({ body }, call) => {
  const data = await call.inScope(async (tx) => {
    const keptBulk = await takeKept(tx, call, body.bulk_id)
    const oldValues = new Map(keptBulk.leadIds.map((id, at) => [id, keptBulk.oldValues[at]!]))
    const differences = await changeLeads(tx, call, keptBulk.leadIds, (lead) =>
      giveBack(lead, keptBulk, oldValues.get(lead.id)!),
    )
    await log(tx, call, 'lead.leadsChangedBack', differences.length, keptBulk)
    return { changed: differences.length, skipped: keptBulk.leadIds.length - differences.length }
  })
  return { result: 'success', message: 'The change was undone.', data }
}

async function takeKept(tx: Tx, call: SignedInCall, id: string): Promise<KeptBulk> {
  const now_ms = call.platform.clock.now()
  const { agencyId, clientId } = call.object!
  const { rows } = await tx.query<KeptBulk>(
    `update lead_bulk_action set undone_at = $4
      where agency_id = $1 and id = $2 and by_id = $3 and undone_at is null and at > $5
        and client_id is not distinct from $6
     returning kind, value, lead_ids as "leadIds", old_values as "oldValues"`,
    [agencyId, id, call.caller.userId, dateOf(now_ms), dateOf(now_ms - bulkUndo_ms), clientId],
  )
  if (!rows[0]) throw new Failure('conflict', { message: 'This can no longer be undone.' })
  return rows[0]
}

function giveBack(lead: WorkedLead, { kind, value }: Bulk, oldValue: string | null): Partial<LeadState> | null {
  if (kind === 'status') return lead.status === value ? { status: oldValue! } : null
  if (kind === 'assignee') return lead.assigneeId === value ? { assigneeId: oldValue } : null
  return { tags: lead.tags.filter((tag) => tag !== oldValue) }
}
