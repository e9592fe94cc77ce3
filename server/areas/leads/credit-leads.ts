import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newIdsInOrder } from '#server/platform/ids.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { postCredits, postReversals, type Credit } from './post-credits.ts'
import { recordSkipped } from './skipped-credits.ts'

/** Which leads are credited and why: those of these people since an instant, optionally of one client or campaign. */
export interface CreditRule {
  changeId: string
  personIds: readonly number[]
  since: Date
  clientId: string | null
  campaignId: string | null
  /** Whether the operator excluded them, whose share then comes back without a claim. */
  isByOperator?: boolean
}

/** Leads already given back in another way, to their clients or to their agency. */
type AlreadyReturned = Record<'retail' | 'wholesale', ReadonlySet<string>>

/** Finds which of some leads were already given back. */
export type FindAlreadyReturned = (leads: readonly Omit<Credit, 'id' | 'clientId'>[]) => Promise<AlreadyReturned>

/**
 * Credits leads' prices to client and agency, each lead once. Skips leads already given back to the client, and wholesale prices
 * already given back to the agency. Returns the number of credited leads. Skipped leads are remembered, since the refund may
 * fail. A removed company gets no credit, since its balance is settled.
 */
export async function creditLeads(
  tx: Tx,
  book: Book,
  now_ms: number,
  rule: CreditRule,
  findGivenBack: FindAlreadyReturned = async () => ({ retail: new Set(), wholesale: new Set() }),
): Promise<number> {
  if (rule.personIds.length === 0) return 0
  const candidates = await readLeads(tx, book, rule)
  const givenBack = await findGivenBack(candidates)
  const skippedLeads = candidates.filter(({ leadId }) => givenBack.retail.has(leadId))
  const leads = candidates.filter(({ leadId }) => !givenBack.retail.has(leadId))
  const { changeId, isByOperator = false } = rule
  await recordSkipped(tx, book, now_ms, { changeId, isByOperator, leads: skippedLeads })
  const isWholesaleBack = givenBack.wholesale
  return (await insertCredits(tx, book, now_ms, { changeId, isByOperator, leads, isWholesaleBack })).length
}

interface NewCredits {
  changeId: string
  isByOperator: boolean
  leads: readonly Omit<Credit, 'id'>[]
  /** Those whose wholesale prices came back to the agency in another way. */
  isWholesaleBack: ReadonlySet<string>
}

/** Credits the leads of a change that are not credited yet. Returns their credits. */
export async function insertCredits(
  tx: Tx,
  book: Book,
  now_ms: number,
  { changeId, isByOperator, leads, isWholesaleBack }: NewCredits,
): Promise<Credit[]> {
  if (leads.length === 0) return []
  const ids = newIdsInOrder(now_ms, leads.length)
  const { rows: credits } = await tx.query<Credit>(
    `insert into lead_credit (agency_id, id, root_id, client_id, lead_id, change_id, retail_e4, wholesale_e4, wholesale_refunded, credited_at,
       by_operator)
     select $1, fresh.id, $2, fresh.client_id, fresh.lead_id, $3, fresh.retail_e4, fresh.wholesale_e4, fresh.refunded, $4, $11
       from unnest($5::uuid[], $6::uuid[], $7::uuid[], $8::bigint[], $9::bigint[], $10::boolean[])
            as fresh (id, client_id, lead_id, retail_e4, wholesale_e4, refunded)
     on conflict (agency_id, lead_id) where reversed_at is null do nothing
     returning id, lead_id as "leadId", client_id as "clientId", retail_e4, wholesale_e4`,
    [
      book.agencyId,
      book.rootId,
      changeId,
      dateOf(now_ms),
      plainArray(ids),
      plainArray(leads.map(({ clientId }) => clientId)),
      plainArray(leads.map(({ leadId }) => leadId)),
      plainArray(leads.map(({ retail_e4 }) => retail_e4)),
      plainArray(leads.map(({ leadId, wholesale_e4 }) => (isWholesaleBack.has(leadId) ? 0 : wholesale_e4))),
      leads.map(({ leadId }) => isWholesaleBack.has(leadId)),
      isByOperator,
    ],
  )
  await postCredits(tx, book, now_ms, credits)
  return credits
}

/** Reverses the credits of an undone change. */
export async function reverseCredits(tx: Tx, book: Book, now_ms: number, changeId: string): Promise<void> {
  const { rows } = await tx.query<Credit>(
    `update lead_credit set reversed_at = $3
      where agency_id = $1 and change_id = $2 and reversed_at is null
     returning id, lead_id as "leadId", client_id as "clientId", retail_e4, wholesale_e4`,
    [book.agencyId, changeId, dateOf(now_ms)],
  )
  await postReversals(tx, book, now_ms, changeId, rows)
}

async function readLeads(tx: Tx, { agencyId }: Book, rule: CreditRule): Promise<Omit<Credit, 'id'>[]> {
  const { rows } = await tx.query<Omit<Credit, 'id'>>(
    `select lead.id as "leadId", lead.client_id as "clientId", lead.retail_price_e4 as retail_e4,
            lead.wholesale_price_e4 as wholesale_e4
       from lead join company client on client.id = lead.client_id and client.removed_at is null
      where lead.agency_id = $1 and lead.person_id = any($2::bigint[]) and lead.created_at >= $3 and lead.kind = 'lead'
        and ($4::uuid is null or lead.client_id = $4) and ($5::uuid is null or lead.campaign_id = $5)
        and not exists (select from lead_credit k
                         where k.agency_id = $1 and k.lead_id = lead.id and k.reversed_at is null)
      order by lead.id`,
    [agencyId, plainArray(rule.personIds), rule.since, rule.clientId, rule.campaignId],
  )
  return rows
}
