import type { ReturnReason } from '#contract/returns/returns.ts'
import { settleReturnJob } from '#server/areas/returns/settle-return.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { demoId, pathOf } from './world.ts'

const hour_ms = 3_600_000
const decideWithin_ms = 14 * 24 * hour_ms

interface Wish {
  reason: ReturnReason
  detail: string
  /** A rejection has an answer; the program's own code credits the accepted one. */
  verdict: 'none' | 'accepted' | { answer: string }
}

/** Newest leads first: two are pending, one was credited, one was rejected. */
const wishes: readonly Wish[] = [
  { reason: 'wrong_number', detail: 'Two calls, somebody else answers.', verdict: 'none' },
  { reason: 'other', detail: 'Asked for a plumber in Toledo, Spain.', verdict: 'none' },
  { reason: 'bounced_email', detail: '', verdict: 'accepted' },
  {
    reason: 'outside_area',
    detail: 'Lives too far away.',
    verdict: { answer: 'The campaign takes leads from all states.' },
  },
]

/** The client that returns leads, its user, and the agency's user who decides. */
export interface Returning {
  client: string
  by: string
  decidedBy: string
}

const returning: Returning = { client: 'Plumbright', by: 'client@plumbright.test', decidedBy: 'owner@acme.test' }

/** Seeds leads that a client returned, with each outcome. Runs once for an agency, after the payments. */
export async function seedReturns(platform: Platform, who: Returning = returning): Promise<void> {
  const { rootId, agencyId, clientId } = pathOf(who.client)
  const book = { rootId, agencyId: agencyId! }
  const now_ms = platform.clock.now()
  const returnIds = await inScope(platform.appPool, { kind: 'agency', ...book }, async (tx) => {
    const leads = await findLeads(tx, book.agencyId, clientId!)
    const ids: string[] = []
    for (const [at, lead] of leads.entries()) {
      const id = await insertReturn(tx, { ...book, who, clientId: clientId!, now_ms }, lead, wishes[at]!)
      if (wishes[at]!.verdict === 'accepted') ids.push(id)
    }
    return ids
  })
  for (const returnId of returnIds) await settleReturnJob.run(platform, { ...book, returnId })
}

interface Lead {
  id: string
  created_at: Date
  month: string
}

/** Returns no leads if there are returns already. */
async function findLeads(tx: Tx, agencyId: string, clientId: string): Promise<Lead[]> {
  const { rows } = await tx.query<Lead>(
    `select lead.id, lead.created_at, date_trunc('month', lead.created_at at time zone client.time_zone)::date::text as month
       from lead join company client on client.id = lead.client_id
      where lead.agency_id = $1 and lead.client_id = $2 and lead.kind = 'lead' and lead.retail_price_e4 > 0
        and not exists (select from lead_return r where r.agency_id = $1)
      order by lead.created_at desc, lead.id desc limit $3`,
    [agencyId, clientId, wishes.length],
  )
  return rows
}

async function insertReturn(
  tx: Tx,
  of: { rootId: string; agencyId: string; clientId: string; who: Returning; now_ms: number },
  lead: Lead,
  { reason, detail, verdict }: Wish,
): Promise<string> {
  // Requested an hour after the lead was captured and decided an hour later, but not in the future.
  const asked_ms = Math.min(lead.created_at.getTime() + hour_ms, of.now_ms)
  const decided_ms = Math.min(asked_ms + hour_ms, of.now_ms)
  const id = newId(asked_ms)
  const refusal = typeof verdict === 'object' ? verdict : null
  await tx.query(
    `insert into lead_return (agency_id, id, root_id, client_id, lead_id, reason, detail, state, month, requested_at,
       requested_by, decide_by, decided_at, decided_by, answer)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      of.agencyId,
      id,
      of.rootId,
      of.clientId,
      lead.id,
      reason,
      detail,
      refusal ? 'refused' : 'pending',
      lead.month,
      new Date(asked_ms),
      demoId(of.who.by),
      new Date(verdict === 'accepted' ? of.now_ms : asked_ms + decideWithin_ms),
      refusal ? new Date(decided_ms) : null,
      refusal ? demoId(of.who.decidedBy) : null,
      refusal?.answer ?? '',
    ],
  )
  return id
}
