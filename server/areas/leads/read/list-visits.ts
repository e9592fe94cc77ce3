import type { AnswerOf } from '#contract/core/operation.ts'
import { reportTimeZone } from '#contract/leads/report-time-zone.ts'
import type { listVisits as operation } from '#contract/leads/visits.ts'
import { listScopeOf, clientsOfGroup, type ListScope } from '#server/areas/tenants/list-scope.ts'
import { lowestUuidAt } from '#server/platform/ids.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import { presentVisit, type Visit } from './present.ts'
import { rejectUnknownFields } from './assert-known.ts'
import { readRange } from './report-range.ts'
import { campaignsOfModule, selectVisits } from './visit-query.ts'

type ListRequest = Input<typeof operation>

/**
 * Visits, newest first. Ids begin with the time, so order, bounds and daily partitions all
 * come from the id.
 */
export async function listVisits(request: ListRequest, call: SignedInCall): Promise<AnswerOf<typeof operation>> {
  const audience = listScopeOf(call.object!, request.params.clientId, request.query.groupId)
  const perPage = request.query.perPage
  const values: unknown[] = [audience.agencyId]
  const conditions = narrow(request, audience, values)
  const visits = await call.inScope(async (tx) => {
    const { rows } = await tx.query<Visit>(selectVisits(conditions, perPage + 1), values)
    if (rows.length === 0) await rejectUnknownFields(tx, audience, campaignOf(request))
    return rows
  })
  const page = visits.slice(0, perPage)
  return {
    data: page.map((visit) => presentVisit(visit, call.caller)),
    next: visits.length > perPage ? page.at(-1)!.id : null,
    time_zone: reportTimeZone,
  }
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
