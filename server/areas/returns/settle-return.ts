import { z } from 'zod'
import type { ReturnReason } from '#contract/returns/returns.ts'
import { creditTaxes } from '#server/areas/billing/taxes/credit-taxes.ts'
import { findLinesOf, findRefunded } from '#server/areas/billing/refunds/find-refunded.ts'
import { isDisputed } from '#server/areas/billing/disputes/disputes.ts'
import { creditReturn } from '#server/areas/leads/credit-return.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope, retryConflicts } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'

export interface ReturnRow {
  id: string
  client_id: string
  lead_id: string
  reason: ReturnReason
  state: 'pending' | 'accepted' | 'refused'
  decide_by: Date
}

export async function lockReturn(tx: Tx, agencyId: string, id: string): Promise<ReturnRow | null> {
  const { rows } = await tx.query<ReturnRow>(
    `select id, client_id, lead_id, reason, state, decide_by from lead_return
      where agency_id = $1 and id = $2 for update`,
    [agencyId, id],
  )
  return rows[0] ?? null
}

/** The match was right, or the person changed their mind: these reasons don't lower confidence in it. */
const blameless: readonly ReturnReason[] = ['duplicate', 'opted_out']

/**
 * Credits a return that the caller has locked, in all legs and in the transaction that accepts it; the agency's leg is
 * skipped if the operator has refunded it with an invoice. Returns false if the lead was credited or refunded in the
 * meantime, or its client was removed.
 */
export async function creditLead(tx: Tx, book: Book, now_ms: number, row: ReturnRow): Promise<boolean> {
  const { lead_id: leadId } = row
  const refunds = await findRefunded(tx, book.agencyId, [{ leadId, ...(await readPrices(tx, book.agencyId, leadId)) }])
  if (refunds.retail.has(leadId)) return false
  const isCredited = await creditReturn(tx, book, now_ms, {
    returnId: row.id,
    leadId,
    isMismatch: !blameless.includes(row.reason),
    isWholesaleRefunded: refunds.wholesale.has(leadId),
  })
  if (isCredited) await creditTaxes(tx, book, now_ms, { returnId: row.id })
  return isCredited
}

type Prices = Record<'retail_e4' | 'wholesale_e4', number>
const readPrices = async (tx: Tx, agencyId: string, leadId: string): Promise<Prices> =>
  (
    await tx.query<Prices>(
      `select retail_price_e4 as retail_e4, wholesale_price_e4 as wholesale_e4 from lead
        where agency_id = $1 and id = $2`,
      [agencyId, leadId],
    )
  ).rows[0]!

export interface Verdict {
  state: 'accepted' | 'refused'
  answer?: string
  /** The user who decided; null for an automatic decision. */
  by: string | null
}

export async function closeReturn(
  tx: Tx,
  agencyId: string,
  now_ms: number,
  { id }: ReturnRow,
  { state, answer = '', by }: Verdict,
): Promise<void> {
  await tx.query(
    `update lead_return set state = $3, answer = $4, decided_at = $5, decided_by = $6
      where agency_id = $1 and id = $2`,
    [agencyId, id, state, answer, dateOf(now_ms), by],
  )
}

export const settleReturnJobName = 'settle-return'

const payload = z.object({ rootId: z.uuid(), agencyId: z.uuid(), returnId: z.uuid() })
type Wish = z.output<typeof payload>

/** Settles a return that the rule accepts automatically. Idempotent: a decided return stays as it is. */
export const settleReturnJob: Job = {
  name: settleReturnJobName,
  run: (platform, input) => settleByRule(platform, payload.parse(input)),
}

async function settleByRule(platform: Platform, { rootId, agencyId, returnId }: Wish): Promise<void> {
  const book = { rootId, agencyId }
  await retryConflicts(() =>
    inScope(platform.appPool, { kind: 'agency', ...book }, async (tx) => {
      const row = await lockReturn(tx, agencyId, returnId)
      const now_ms = platform.clock.now()
      if (row?.state !== 'pending' || row.decide_by.getTime() > now_ms) return
      const isCredited = await creditLead(tx, book, now_ms, row)
      // While its payment is in dispute, wait for the bank's decision.
      if (!isCredited && (await isHeldAtBank(tx, agencyId, row.lead_id))) return
      await closeReturn(tx, agencyId, now_ms, row, { state: isCredited ? 'accepted' : 'refused', by: null })
    }),
  )
}

async function isHeldAtBank(tx: Tx, agencyId: string, leadId: string): Promise<boolean> {
  for (const { invoiceId } of await findLinesOf(tx, agencyId, leadId))
    if (await isDisputed(tx, agencyId, invoiceId, 'held')) return true
  return false
}

const pageSize = 200

/** Settles returns that nobody decided in time, so that B2B ID's promise is kept. */
export const settleReturnsJob: Job = {
  name: 'settle-returns',
  everyMinutes: 15,
  async run(platform) {
    const now = dateOf(platform.clock.now())
    const { rows } = await platform.appPool.query<{ root_id: string }>('select distinct root_id from ledger_book')
    for (const { root_id: rootId } of rows) {
      let last: (Wish & { decideBy: Date }) | undefined
      do {
        const page = await inScope(platform.appPool, { kind: 'root', rootId }, (tx) => findDue(tx, rootId, now, last), {
          readOnly: true,
        })
        await settleEach(platform, 'a return could not be settled', page, (request) => settleByRule(platform, request))
        last = page.length < pageSize ? undefined : page.at(-1)
      } while (last)
    }
  },
}

async function findDue(
  tx: Tx,
  rootId: string,
  now: Date,
  after: { decideBy: Date; returnId: string } | undefined,
): Promise<(Wish & { decideBy: Date })[]> {
  const { rows } = await tx.query<Wish & { decideBy: Date }>(
    `select root_id as "rootId", agency_id as "agencyId", id as "returnId", decide_by as "decideBy" from lead_return
      where root_id = $1 and state = 'pending' and decide_by <= $2
        and ($3::timestamptz is null or (decide_by, id) > ($3, $4::uuid))
      order by decide_by, id limit $5`,
    [rootId, now, after?.decideBy ?? null, after?.returnId ?? null, pageSize],
  )
  return rows
}
