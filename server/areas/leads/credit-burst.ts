import { lockBalances } from '#server/areas/prepaid/balances.ts'
import { returnToLots } from '#server/areas/prepaid/return-to-lots.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { insertCredits, type FindAlreadyReturned } from './credit-leads.ts'
import type { Credit } from './post-credits.ts'
import { recordSkipped } from './skipped-credits.ts'

/** Leads that a campaign made while somebody forged visits. */
interface BurstToVoid {
  /** Names the credits; the same leads are credited once, whatever the cause. */
  voidId: string
  /** Names what goes back to prepaid lots. */
  operationId: string
  campaignId: string
  from: Date
  /** Only leads that something speaks against. */
  isSuspiciousOnly: boolean
}

interface BurstLead extends Omit<Credit, 'id'> {
  createdAt: Date
}

/**
 * Credits a burst's leads to client and agency, and returns prepaid money to its lots. Leads that came back to the client
 * with a refund are skipped and remembered, as for exclusions.
 */
export async function creditBurst(
  tx: Tx,
  book: Book,
  now_ms: number,
  burst: BurstToVoid,
  findGivenBack: FindAlreadyReturned,
): Promise<Credit[]> {
  const burstLeads = await readBurstLeads(tx, book, burst)
  if (burstLeads.length === 0) return []
  const givenBack = await findGivenBack(burstLeads)
  const { voidId: changeId, operationId, campaignId } = burst
  const skippedLeads = burstLeads.filter(({ leadId }) => givenBack.retail.has(leadId))
  const leads = burstLeads.filter(({ leadId }) => !givenBack.retail.has(leadId))
  await recordSkipped(tx, book, now_ms, { changeId, isByOperator: true, leads: skippedLeads })
  // Lock balances before accounts, as charging leads does.
  const balances = await lockBalances(tx, book.agencyId, [book.agencyId, campaignId])
  const credits = await insertCredits(tx, book, now_ms, {
    changeId,
    isByOperator: true,
    leads,
    isWholesaleBack: givenBack.wholesale,
  })
  for (const balance of balances) {
    const leg = balance.id === campaignId ? 'retail_e4' : 'wholesale_e4'
    for (const [paidAt_ms, amount_e4] of sumByBatch(credits, burstLeads, leg))
      if (amount_e4 > 0)
        await returnToLots(tx, book, now_ms, {
          id: `${operationId} ${paidAt_ms}`,
          balance,
          paidAt: new Date(paidAt_ms),
          amount_e4,
        })
  }
  return credits
}

/** What a balance paid for credited leads, by the time of the batch that made them. */
function sumByBatch(
  credits: readonly Credit[],
  leads: readonly BurstLead[],
  leg: 'retail_e4' | 'wholesale_e4',
): Map<number, number> {
  const batchOf = new Map(leads.map(({ leadId, createdAt }) => [leadId, createdAt.getTime()]))
  const sums = new Map<number, number>()
  for (const credit of credits) {
    const batch = batchOf.get(credit.leadId)!
    sums.set(batch, (sums.get(batch) ?? 0) + credit[leg])
  }
  return sums
}

async function readBurstLeads(tx: Tx, { agencyId }: Book, burst: BurstToVoid): Promise<BurstLead[]> {
  const { rows } = await tx.query<BurstLead>(
    `select lead.id as "leadId", lead.client_id as "clientId", lead.retail_price_e4 as retail_e4,
            lead.wholesale_price_e4 as wholesale_e4, lead.created_at as "createdAt"
       from lead join company client on client.id = lead.client_id and client.removed_at is null
      where lead.agency_id = $1 and lead.campaign_id = $2 and lead.created_at >= $3 and lead.kind = 'lead'
        and (not $4 or lead.suspicion > 0)
        and not exists (select from lead_credit k
                         where k.agency_id = $1 and k.lead_id = lead.id and k.reversed_at is null)
      order by lead.id`,
    [agencyId, burst.campaignId, burst.from, burst.isSuspiciousOnly],
  )
  return rows
}
