import type { decideShareClaims } from '#contract/reclaims/claims.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import { sentences } from '#contract/core/sentences.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { acceptClaims, declineClaims, type OpenClaim } from '#server/areas/allowances/decide-claims.ts'
import { countCredited } from '#server/areas/exclusions/credit-skipped.ts'
import { bookShareOfRefund, lockShareOfRefund } from '#server/areas/billing/refunds/share-credits.ts'
import { creditTaxes } from '#server/areas/billing/taxes/credit-taxes.ts'
import { findRefunded } from '#server/areas/billing/refunds/find-refunded.ts'
import { creditWithheld, lockHeld, markRefunded } from '#server/areas/leads/credit-withheld.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

/** Claims of one transaction: crediting locks the charges of all leads at once. */
const batchSize = 200

/** Decides the named claims of an agency, or all that wait, in batches that each commit by themselves. Repeating it changes nothing. */
export const handleDecideClaims: Handler<typeof decideShareClaims> = async ({ body }, call) => {
  const { rootId, agencyId, clientId } = call.object!
  if (agencyId === null || clientId !== null) throw invalid('companyId', sentences.companiesOnly)
  const book = { rootId, agencyId }
  const open = await call.inScope((tx) => readOpen(tx, book, body.claims ?? null))
  if (open.length === 0) throw new Failure('conflict', { message: 'These claims were decided already.' })
  for (const batch of batchesOf(open))
    await call.inScope(async (tx) => {
      const decide = body.decision === 'accept' ? accept : decline
      await record(tx, call, book, { decision: body.decision, amount_e4: await decide(tx, call, book, batch) })
    })
  return {
    result: 'success',
    message: body.decision === 'accept' ? 'Your share was given back.' : 'The claims were declined.',
  }
}

async function readOpen(tx: Tx, { agencyId }: Book, causeIds: readonly string[] | null): Promise<OpenClaim[]> {
  const { rows } = await tx.query<OpenClaim>(
    `select id, source, cause_id as "causeId", credit_id as "creditId", amount_e4 from share_claim
      where agency_id = $1 and state = 'waiting' and ($2::uuid[] is null or cause_id = any($2)) order by claimed_at, id`,
    [agencyId, causeIds],
  )
  return rows
}

/** A refund depends on other locks than credits and other refunds, so each has a transaction of its own. */
function* batchesOf(open: readonly OpenClaim[]): Generator<OpenClaim[]> {
  const credits = open.filter(({ creditId }) => creditId !== null)
  for (let at = 0; at < credits.length; at += batchSize) yield credits.slice(at, at + batchSize)
  for (const claim of open) if (claim.creditId === null) yield [claim]
}

const decisionOf = (call: SignedInCall, { agencyId }: Book) => ({
  agencyId,
  by: call.caller.userId,
  at_ms: call.platform.clock.now(),
})

/** Returns what came back, in 1/10,000 dollar. */
const accept = (tx: Tx, call: SignedInCall, book: Book, batch: readonly OpenClaim[]): Promise<number> => {
  const [first] = batch
  return first?.creditId === null ? acceptRefund(tx, call, book, first) : acceptCredits(tx, call, book, batch)
}

/** What came back meanwhile with a refund of the leads' invoices does not come back again. */
async function acceptCredits(tx: Tx, call: SignedInCall, book: Book, batch: readonly OpenClaim[]): Promise<number> {
  const creditIds = batch.flatMap(({ creditId }) => creditId ?? [])
  const leads = await readLeads(tx, book, creditIds)
  const { wholesale: refundedLeads } = await findRefunded(tx, book.agencyId, leads)
  const credits = await lockHeld(tx, book, creditIds)
  const back = credits.filter(({ leadId }) => !refundedLeads.has(leadId)).map(({ creditId }) => creditId)
  const away = credits.filter(({ leadId }) => refundedLeads.has(leadId)).map(({ creditId }) => creditId)
  const claims = batch.filter(({ creditId }) => credits.some((one) => one.creditId === creditId))
  const amounts = claims.map(({ id, creditId, amount_e4 }) => ({
    id,
    amount_e4: away.includes(creditId!) ? 0 : amount_e4,
  }))
  await acceptClaims(tx, decisionOf(call, book), amounts)
  await markRefunded(tx, book, away)
  await creditWithheld(tx, book, call.platform.clock.now(), back)
  await creditTaxes(tx, book, call.platform.clock.now(), { withheld: back })
  const changeIds = claims.flatMap(({ source, causeId }) => (source === 'exclusion' ? causeId : []))
  for (const changeId of new Set(changeIds)) await countCredited(tx, book.agencyId, changeId)
  return amounts.reduce((sum, { amount_e4 }) => sum + amount_e4, 0)
}

async function readLeads(
  tx: Tx,
  { agencyId }: Book,
  creditIds: readonly string[],
): Promise<{ leadId: string; retail_e4: number; wholesale_e4: number }[]> {
  const { rows } = await tx.query<{ leadId: string; retail_e4: number; wholesale_e4: number }>(
    `select k.lead_id as "leadId", 0::bigint as retail_e4, lead.wholesale_price_e4 as wholesale_e4
       from lead_credit k join lead on lead.agency_id = $1 and lead.id = k.lead_id
      where k.agency_id = $1 and k.id = any($2::uuid[]) and k.reversed_at is null order by k.lead_id`,
    [agencyId, creditIds],
  )
  return rows
}

async function acceptRefund(
  tx: Tx,
  call: SignedInCall,
  book: Book,
  { id, causeId, amount_e4: claimed_e4 }: OpenClaim,
): Promise<number> {
  const amount_e4 = Math.max(0, Math.min(claimed_e4, await lockShareOfRefund(tx, book.agencyId, causeId)))
  if (!(await acceptClaims(tx, decisionOf(call, book), [{ id, amount_e4 }]))) return 0
  await bookShareOfRefund(tx, book, call.platform.clock.now(), { id, refundId: causeId, amount_e4 })
  return amount_e4
}

async function decline(tx: Tx, call: SignedInCall, book: Book, batch: readonly OpenClaim[]): Promise<number> {
  await declineClaims(tx, decisionOf(call, book), batch)
  return batch.reduce((sum, { amount_e4 }) => sum + amount_e4, 0)
}

const record = (
  tx: Tx,
  call: SignedInCall,
  { rootId, agencyId }: Book,
  { decision, amount_e4 }: { decision: 'accept' | 'decline'; amount_e4: number },
): Promise<unknown> =>
  recordActivity(tx, call, {
    action: decision === 'accept' ? 'billing.shareGivenBack' : 'billing.shareClaimDeclined',
    place: { rootId, agencyId, clientId: null },
    target: { kind: 'company', id: agencyId },
    to: { amount: dollarsFromE4(amount_e4) },
  })
