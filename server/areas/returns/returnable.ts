import { Temporal } from 'temporal-polyfill'
import { promisedForB2b_days, type ReturnObstacle } from '#contract/returns/returns.ts'
import { moduleDefinitions, type Module } from '#contract/campaigns/modules.ts'
import { findLinesOf, isRefunded } from '#server/areas/billing/refunds/find-refunded.ts'
import { isDisputed } from '#server/areas/billing/disputes/disputes.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import { readRule, type ReturnRule } from './rule.ts'

export interface Returnable {
  agencyId: string
  clientId: string
  rule: ReturnRule
  /** The end of the return window. */
  until_ms: number
  /** First day of the month whose allowance it counts against, in the client's calendar; null if none applies. */
  month: string | null
  obstacle: ReturnObstacle | null
}

interface LeadRow {
  client_id: string
  kind: 'lead' | 'test'
  module: Module
  created_at: Date
  retail_price_e4: number
  zone: string
  month: string
  is_credited: boolean
  is_asked: boolean
}

const day_ms = 86_400_000

/** Whether a lead can be returned now, and until when. Throws `not_found` if the scope doesn't see it. */
export async function readReturnable(tx: Tx, agencyId: string, leadId: string, now_ms: number): Promise<Returnable> {
  const lead = await readLead(tx, agencyId, leadId)
  if (!lead) throw notFound()
  const { rule } = await readRule(tx, agencyId, lead.client_id)
  // B2B ID's agreement promises a minimum window and no monthly limit, whatever the agency's rule says.
  const isPromised = moduleDefinitions[lead.module].promisesReturns
  const days = isPromised ? Math.max(rule.window_days, promisedForB2b_days) : rule.window_days
  const of = {
    agencyId,
    clientId: lead.client_id,
    rule,
    until_ms: lead.created_at.getTime() + days * day_ms,
    month: isPromised ? null : lead.month,
  }
  return { ...of, obstacle: await findObstacle(tx, lead, { ...of, leadId, now_ms }) }
}

async function readLead(tx: Tx, agencyId: string, leadId: string): Promise<LeadRow | null> {
  const { rows } = await tx.query<LeadRow>(
    `select lead.client_id, lead.kind, campaign.module, lead.created_at, lead.retail_price_e4, client.time_zone as zone,
            date_trunc('month', lead.created_at at time zone client.time_zone)::date::text as month,
            exists (select from lead_credit k
                     where k.agency_id = $1 and k.lead_id = lead.id and k.reversed_at is null) as is_credited,
            exists (select from lead_return r where r.agency_id = $1 and r.lead_id = lead.id) as is_asked
       from lead
       join campaign on campaign.agency_id = $1 and campaign.id = lead.campaign_id
       join company client on client.id = lead.client_id
      where lead.agency_id = $1 and lead.id = $2`,
    [agencyId, leadId],
  )
  return rows[0] ?? null
}

async function findObstacle(
  tx: Tx,
  lead: LeadRow,
  of: Omit<Returnable, 'obstacle'> & { leadId: string; now_ms: number },
): Promise<ReturnObstacle | null> {
  if (lead.kind === 'test') return 'test'
  if (lead.is_asked) return 'asked'
  if (lead.is_credited) return 'credited'
  if (of.now_ms > of.until_ms) return 'late'
  for (const line of await findLinesOf(tx, of.agencyId, of.leadId))
    if (await isRefunded(tx, of.agencyId, line, lead.retail_price_e4))
      return (await isDisputed(tx, of.agencyId, line.invoiceId)) ? 'disputed' : 'refunded'
  if (of.month !== null && !hasFault('skip-return-share') && !(await hasShareLeft(tx, of, of.month, lead.zone)))
    return 'share'
  return null
}

/** Whether the month's allowance has room for one more: a percentage of its leads, and at least one unless it is 0. */
async function hasShareLeft(
  tx: Tx,
  { agencyId, clientId, rule }: Pick<Returnable, 'agencyId' | 'clientId' | 'rule'>,
  month: string,
  zone: string,
): Promise<boolean> {
  const first = Temporal.PlainDate.from(month)
  const [from, to] = [first, first.add({ months: 1 })].map((day) => dateOf(day.toZonedDateTime(zone).epochMilliseconds))
  const { rows } = await tx.query<{ leads: number; returned: number }>(
    `select (select count(*) from lead
              where agency_id = $1 and client_id = $2 and kind = 'lead' and created_at >= $3 and created_at < $4)::integer as leads,
            (select count(*) from lead_return
              where agency_id = $1 and client_id = $2 and month = $5 and state <> 'refused')::integer as returned`,
    [agencyId, clientId, from, to, month],
  )
  const { leads, returned } = rows[0]!
  return returned < Math.ceil((leads * rule.share_percent) / 100)
}
