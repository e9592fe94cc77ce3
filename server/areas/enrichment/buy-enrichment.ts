import { enrichmentModule } from '#contract/campaigns/modules.ts'
import type { buyEnrichment } from '#contract/enrichment/enrichments.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { assertMayCreateCampaigns, assertPaid } from '#server/areas/campaigns/policy.ts'
import { assertModuleEnabled } from '#server/areas/campaigns/status/assert-module-enabled.ts'
import { findPersons } from '#server/areas/identity/find-persons.ts'
import { acceptQuote } from '#server/areas/pricing/quote.ts'
import { lockPricesShared } from '#server/areas/pricing/lock-prices.ts'
import { readSaleTerms } from '#server/areas/pricing/read-retail.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findEnrichment, type EnrichmentRow } from './enrichments.ts'
import { readHiddenNumbers } from './hidden-numbers.ts'
import { readPermissions } from './may-be-sold.ts'
import { isOffered, offerOf } from './offer.ts'
import { settleEnrichment } from './settle-enrichment.ts'

const boughtText = 'Your list is ready to download.'

/**
 * Sells a matched list at the price that was shown. Both transfers, the additions to leads and the list's status
 * change in one transaction. Idempotent. Runs in the agency's scope even for a client, because the agency's accounts
 * change too; therefore it first checks that the caller's own scope sees the list.
 */
export const handleBuy: Handler<typeof buyEnrichment> = async ({ params, body }, call) => {
  assertMayCreateCampaigns(call.caller)
  assertPaid(call.caller)
  const { rootId, agencyId } = call.object!
  const book = { rootId, agencyId: agencyId! }
  const isSeen = await call.inScope(async (tx) => (await findEnrichment(tx, book.agencyId, params.id)) !== null)
  if (!isSeen) throw notFound()
  const inAgency = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    inScope(call.platform.appPool, { kind: 'agency', ...book }, work)
  if (await inAgency((tx) => withdraw(tx, call, params.id))) throw new Failure('terms_changed')
  await inAgency((tx) => sell(tx, call, params.id, body.quote_id))
  return { result: 'success' as const, message: boughtText }
}

/** Removes what may no longer be sold since the list was matched. Returns whether anything was removed. */
async function withdraw(tx: Tx, call: SignedInCall, id: string): Promise<boolean> {
  const one = await findEnrichment(tx, call.object!.agencyId!, id, 'hold')
  if (!one || !isOffered(one)) return false
  const { rows } = await tx.query<{ id: number }>(
    `select distinct person_id as id from enrichment_row
      where agency_id = $1 and enrichment_id = $2 and person_id is not null`,
    [one.agencyId, id],
  )
  const { persons } = await findPersons(call.platform.identityPool, { hashes: [], ids: rows.map((row) => row.id) })
  const maySell = await readPermissions(tx, one, one, [...persons.values()])
  const leavers = rows.filter((row) => !persons.has(row.id) || !maySell(persons.get(row.id)!))
  const hiddenIds = await readHiddenNumbers(
    tx,
    one,
    rows.map((row) => row.id),
  )
  const [unmatchedRows, numbersRemoved] = [
    await unmatchRows(tx, one, leavers),
    await removeHiddenNumbers(tx, one, [...hiddenIds]),
  ]
  if (unmatchedRows + numbersRemoved === 0) return false
  await tx.query(
    `update enrichment e set rows_matched = counted.rows, people = counted.people
       from (select count(*)::int as rows, count(distinct person_id)::int as people from enrichment_row
              where agency_id = $1 and enrichment_id = $2 and person_id is not null) counted
      where e.agency_id = $1 and e.id = $2`,
    [one.agencyId, id],
  )
  return true
}

/** Rows of people who may no longer be sold become unmatched. */
async function unmatchRows(
  tx: Tx,
  { agencyId, id }: EnrichmentRow,
  leavers: readonly { id: number }[],
): Promise<number> {
  const { rowCount } = await tx.query(
    `update enrichment_row set person_id = null, match_key = null, added = null
      where agency_id = $1 and enrichment_id = $2 and person_id = any($3::bigint[])`,
    [agencyId, id, leavers.map((row) => row.id)],
  )
  return rowCount ?? 0
}

/** Removes hidden phone numbers; a row that had nothing else to add becomes unmatched. */
async function removeHiddenNumbers(
  tx: Tx,
  { agencyId, id }: EnrichmentRow,
  hiddenIds: readonly number[],
): Promise<number> {
  const { rowCount } = await tx.query(
    `update enrichment_row r set person_id = case when is_some then person_id end,
            match_key = case when is_some then match_key end, added = case when is_some then left_over end
       from (select row, added - 'phone' as left_over, added - 'phone' <> '{}' as is_some from enrichment_row
              where agency_id = $1 and enrichment_id = $2 and person_id = any($3::bigint[]) and added ? 'phone') cut
      where r.agency_id = $1 and r.enrichment_id = $2 and r.row = cut.row`,
    [agencyId, id, hiddenIds],
  )
  return rowCount ?? 0
}

async function sell(tx: Tx, call: SignedInCall, id: string, quoteId: string): Promise<void> {
  const { agencyId } = call.object!
  const now_ms = call.platform.clock.now()
  await lockPricesShared(tx, { rootId: call.object!.rootId, agencyId: agencyId! })
  const one = await findEnrichment(tx, agencyId!, id, 'hold')
  if (!one) throw notFound()
  if (one.status === 'bought') return
  if (!isOffered(one)) throw new Failure('conflict', { message: refusalOf(one) })
  await assertModuleEnabled(tx, call.object!, enrichmentModule)
  const { retail_e4, wholesale_e4 } = await readSaleTerms(tx, call.object!, enrichmentModule)
  await acceptQuote(tx, call, offerOf(one, retail_e4), { quoteId, unseen: 'refuse' })
  await settleEnrichment(tx, one, now_ms, { retail_e4, wholesale_e4 })
  await recordActivity(tx, call, {
    action: 'data.enrichmentBought',
    target: { kind: 'enrichment', id, name: one.name },
    campaignId: one.campaignId ?? undefined,
    to: { people: one.people, price: retail_e4 / 10_000 },
  })
}

function refusalOf({ status, rowsRemovedAt }: EnrichmentRow): string {
  if (status === 'matching') return 'This list is still being matched.'
  return rowsRemovedAt ? 'The rows of this list were removed. Upload it again.' : 'No one on this list was found.'
}
