import type { AnswerOf } from '#contract/core/operation.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import type { listVisits as listOperation, searchVisits } from '#contract/leads/visits.ts'
import { listScopeOf, clientsOfGroup, type ListScope } from '#server/areas/tenants/list-scope.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'
import { presentVisit, type Visit } from './present.ts'
import { rejectUnknownFields } from './assert-known.ts'
import { readRange } from './report-range.ts'
import { findSearchBound, personConditions, textConditions } from './search-visits.ts'
import { campaignsOfModule, selectVisits } from './visit-query.ts'

type Selection = Input<typeof searchVisits>
interface ListRequest {
  params: Selection['params']
  query: Selection['body']
}

export const handleListVisits: Handler<typeof listOperation> = ({ params, query }, call) =>
  listVisits({ params, query: { ...query, page_text: '', email_hash: '' } }, call)

export const handleSearchVisits: Handler<typeof searchVisits> = ({ params, body }, call) =>
  listVisits({ params, query: body }, call)

/**
 * Visits, newest first. Ids begin with the time, so order, bounds and daily partitions all
 * come from the id.
 */
async function listVisits(request: ListRequest, call: SignedInCall): Promise<AnswerOf<typeof listOperation>> {
  const audience = listScopeOf(call.object!, request.params.clientId, request.query.groupId)
  const { perPage, email_hash: hash } = request.query
  const text = request.query.page_text.trim()
  const values: unknown[] = [audience.agencyId]
  const conditions = narrow(request, audience, values)
  const ofPerson = hash === '' ? [] : await personConditions(hash, audience, values, call)
  const { visits, lastId } = await call.inScope(async (tx) => {
    const { visits, lastId } = ofPerson
      ? await readVisits(tx, [...conditions, ...ofPerson], values, { text, limit: perPage + 1 })
      : { visits: [], lastId: null }
    if (visits.length === 0) await rejectUnknownFields(tx, audience, campaignOf(request))
    return { visits, lastId }
  })
  const page = visits.slice(0, perPage)
  return {
    data: page.map((visit) => presentVisit(visit, call.caller)),
    next: visits.length > perPage ? page.at(-1)!.id : lastId,
    time_zone: reportTimeZone,
  }
}

/** The newest visits that match. `lastId` is where a search for a text stopped; null if nothing older is left. */
async function readVisits(
  tx: Tx,
  conditions: readonly string[],
  values: unknown[],
  { text, limit }: { text: string; limit: number },
): Promise<{ visits: Visit[]; lastId: string | null }> {
  const lastId = text === '' ? null : await findSearchBound(tx, conditions, values)
  const ofText = text === '' ? [] : textConditions(text, lastId, values)
  const { rows } = await tx.query<Visit>(selectVisits([...conditions, ...ofText], limit), values)
  return { visits: rows, lastId }
}

const isAll = (text: string): boolean => text === '' || text === 'all'
const campaignOf = ({ query }: ListRequest): string | null => (isAll(query.campaign) ? null : query.campaign)

function narrow(request: ListRequest, { clientId, groupId }: ListScope, values: unknown[]): string[] {
  const conditions = ['visit.agency_id = $1']
  const add = (condition: string, value: unknown): void => {
    values.push(value)
    conditions.push(`${condition} $${values.length}`)
  }
  const { from_ms, to_ms } = readRange(request.params)
  const campaignId = campaignOf(request)
  if (clientId !== null) add('visit.client_id =', clientId)
  if (groupId !== null) {
    values.push(groupId)
    conditions.push(`visit.client_id in ${clientsOfGroup(`$${values.length}`)}`)
  }
  if (campaignId !== null) add('visit.campaign_id =', campaignId)
  if (!isAll(request.query.moduleType)) {
    values.push(request.query.moduleType)
    conditions.push(`visit.campaign_id in ${campaignsOfModule(`$${values.length}`)}`)
  }
  if (!isAll(request.query.reason)) add('visit.reason =', request.query.reason)
  if (from_ms !== null) add('visit.id >=', lowestUuidAt(from_ms))
  if (to_ms !== null) add('visit.id <', lowestUuidAt(to_ms))
  if (request.query.before) add('visit.id <', request.query.before)
  return conditions
}
