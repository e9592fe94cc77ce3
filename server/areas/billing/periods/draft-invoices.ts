import { centsFromE4, e4FromCents } from '#contract/core/money.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { startOfDate_ms } from '#server/platform/local-dates.ts'
import type { SourcedLine } from '../balances/store-sources.ts'
import { minCharge_cents } from '../charge-states.ts'
import { linesOfFees, readOpenFees } from '../fees/gather-fees.ts'
import { readOpenEnrichments } from '../invoices/gather-enrichments.ts'
import { gatherLeads, type Gathered, type Gathering } from '../invoices/gather-leads.ts'
import { readSince, fromTheBeginning, type SinceOf } from '../invoices/gathered-since.ts'
import { totalOf, type Issuing, type TaxFacts } from '../invoices/issue-invoices.ts'
import { addEarlierBalances, findPayersBehind } from './earlier-balance.ts'
import { lineOfShare, lockOpenShares, type OpenShare } from '../shares/withheld-shares.ts'

/** A payer whose period ends. */
export interface Payer {
  /** Null for the agency itself, for what it owes its operator. */
  clientId: string | null
  /** The end of the period in the agency's zone. */
  endsOn: string
  /** The agency's minimum spend in this period, in cents; 0 if none. */
  least_cents: number
}

/** The draft of a payer's next invoice. */
export interface Draft extends Gathered {
  /** The id of the invoice and its charge. */
  id: string
  payer: Payer
  /** The difference to the minimum spend. */
  missing_cents: number
  taxes?: TaxFacts
  /** Shares left out earlier whose payments failed since, and the index of their first line. */
  earlier: { shares: readonly OpenShare[]; firstLine: number }
  /** The earlier balance, if any. */
  balance?: SourcedLine
}

/**
 * Assigns uninvoiced items to payers' invoices and returns their drafts. Items are gathered before it is known whether they reach
 * the minimum charge, since checking first would read everything twice; if some payers have too little, it is gathered again
 * without them. For payers who owe more than was found, the whole history is scanned; any rest is an earlier balance.
 */
export async function draftInvoices(tx: Tx, issuing: Issuing, payers: readonly Payer[]): Promise<Draft[]> {
  const since = await readSince(tx, issuing, payers)
  for (let candidates = payers; candidates.length > 0;) {
    const drafts = await gather(tx, issuing, candidates, (clientId) => since.get(clientId) ?? fromTheBeginning)
    const behind = await findPayersBehind(tx, issuing, drafts)
    if (behind.some(({ payer }) => since.has(payer.clientId))) {
      for (const { payer } of behind) since.delete(payer.clientId)
      await tx.query('rollback to savepoint before_gathering')
      continue
    }
    await addEarlierBalances(tx, issuing, behind, candidates)
    const enough = drafts.filter(isEnough)
    if (drafts.every((draft) => isEnough(draft) || draft.lines.length === 0)) return enough
    await tx.query('rollback to savepoint before_gathering')
    candidates = enough.map(({ payer }) => payer)
  }
  return []
}

const isEnough = ({ exact_e4, missing_cents }: Draft): boolean =>
  centsFromE4(exact_e4) + missing_cents >= minCharge_cents

async function gather(tx: Tx, issuing: Issuing, payers: readonly Payer[], sinceOf: SinceOf): Promise<Draft[]> {
  const { rootId, agencyId, zone } = issuing
  const gathering: Gathering = {
    rootId,
    agencyId,
    payers: payers.map(({ clientId, endsOn }) => ({
      clientId,
      invoiceId: uuidOf(['leads', agencyId, clientId ?? agencyId, endsOn]),
      until: dateOf(startOfDate_ms(endsOn, zone)),
    })),
  }
  const clientIds = payers.map(({ clientId }) => clientId)
  const [, leads, lists, openFees, openShares] = await tx.together(() => [
    tx.query('savepoint before_gathering'),
    gatherLeads(tx, gathering, sinceOf),
    readOpenEnrichments(tx, gathering),
    readOpenFees(tx, agencyId, clientIds),
    clientIds.includes(null) ? lockOpenShares(tx, agencyId) : Promise.resolve([]),
  ])
  const fees = await linesOfFees(tx, gathering, openFees)
  const drafts = payers.map((payer, at): Draft & { allocations: Allocation[] } => {
    const id = gathering.payers[at]!.invoiceId
    const ofLeads = leads.get(id)!
    const open = [...(lists.get(id) ?? []), ...(fees.get(id) ?? [])]
    const exact_e4 = open.reduce((sum, one) => sum + one.exact_e4, ofLeads.exact_e4)
    const before = ofLeads.lines.length
    const shares = payer.clientId === null ? openShares : []
    const ofShares = shares.map(lineOfShare)
    return {
      id,
      payer,
      lines: [...ofLeads.lines, ...open.map(({ line }) => line), ...ofShares],
      exact_e4: exact_e4 + e4FromCents(totalOf(ofShares)),
      later_e4: ofLeads.later_e4,
      earlier: { shares, firstLine: before + open.length + 1 },
      missing_cents: Math.max(payer.least_cents - centsFromE4(exact_e4), 0),
      allocations: open.map(({ transferId }, place) => ({ transferId, invoiceId: id, line: before + place + 1 })),
    }
  })
  await allocate(
    tx,
    gathering,
    drafts.flatMap(({ allocations }) => allocations),
  )
  return drafts
}

/** A transfer with a line of its own. */
interface Allocation {
  transferId: string
  invoiceId: string
  line: number
}

/** Allocates transfers with their own lines to invoices, each exactly once. */
async function allocate(tx: Tx, { agencyId, rootId }: Gathering, allocations: readonly Allocation[]): Promise<void> {
  if (allocations.length === 0) return
  await tx.query(
    `insert into allocation (agency_id, transfer_id, root_id, client_id, invoice_id, line, kind, item_id, amount_e4, booked_at)
     select $1, t.id, $2, t.client_id, a.invoice_id, a.line, t.reference_kind, t.reference_id, t.amount_e4, t.created_at
       from unnest($3::uuid[], $4::uuid[], $5::integer[]) as a (transfer_id, invoice_id, line)
       join ledger_transfer t on t.agency_id = $1 and t.id = a.transfer_id
     returning 1`,
    [
      agencyId,
      rootId,
      allocations.map(({ transferId }) => transferId),
      allocations.map(({ invoiceId }) => invoiceId),
      allocations.map(({ line }) => line),
    ],
  )
}
