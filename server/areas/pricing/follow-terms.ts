import { modules } from '#contract/campaigns/modules.ts'
import { costKindsOf, isLeadPrice } from '#contract/pricing/cost.ts'
import { paymentTerms, type PaymentTerm } from '#contract/companies/selections.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { priceOf, readCostSetup } from './cost.ts'
import { followRetail } from './follow-retail.ts'
import type { Repriced } from './reprice-campaigns.ts'

/** What an agency pays for a lead, by product and term. */
const readLeadCosts = (tx: Tx, rootId: string, agencyId: string): Promise<Repriced[]> =>
  readAsRoot(tx, rootId, async () => {
    const setup = await readCostSetup(tx, rootId, agencyId)
    return modules.flatMap((module) =>
      paymentTerms.flatMap((term) =>
        costKindsOf(module)
          .filter(isLeadPrice)
          .map((kind) => ({ module, term, kind, price_e4: priceOf(setup, module, term, kind) })),
      ),
    )
  })

/** A client and the first payment term that it had before the change. */
export interface MovedClient {
  id: string
  before: PaymentTerm
}

/** Stores the term that a client had until today; only the first change of a day counts. */
const saveTermsBefore = (
  tx: Tx,
  { rootId, agencyId }: Book,
  clients: readonly MovedClient[],
  now: Date,
): Promise<unknown> =>
  tx.query(
    `insert into client_term_change (agency_id, client_id, changed_on, root_id, before_term)
     select $1, moved.id, ($3::timestamptz at time zone agency.time_zone)::date, $2, moved.term
       from unnest($4::uuid[], $5::text[]) as moved (id, term), company agency where agency.id = $1
     on conflict (agency_id, client_id, changed_on) do nothing`,
    [agencyId, rootId, now, plainArray(clients.map(({ id }) => id)), plainArray(clients.map(({ before }) => before))],
  )

interface Book {
  rootId: string
  agencyId: string
}

/**
 * Gives the campaigns of clients whose first payment term changed the prices of the new term, for future leads: the
 * wholesale price, and the retail price if the campaign follows the cost setup. The previous term is stored. The caller
 * has taken `lockPrices` before changing the terms.
 */
export async function followTerms(
  tx: Tx,
  { rootId, agencyId, moved }: Book & { moved: readonly MovedClient[] },
  now: Date,
): Promise<void> {
  if (moved.length === 0) return
  const clientIds = moved.map(({ id }) => id)
  await saveTermsBefore(tx, { rootId, agencyId }, moved, now)
  const costs = await readLeadCosts(tx, rootId, agencyId)
  await tx.query(
    `update campaign set wholesale_price_e4 = asked.price_e4
     from unnest($3::text[], $4::text[], $5::bigint[], $6::boolean[]) as asked (module, term, price_e4, is_advanced), company client
     where campaign.agency_id = $1 and campaign.client_id = any ($2) and campaign.removed_at is null
       and client.id = campaign.client_id and asked.module = campaign.module and asked.is_advanced = campaign.sells_advanced
       and asked.term = first_payment_term(client.payment_terms) and campaign.wholesale_price_e4 <> asked.price_e4`,
    [
      agencyId,
      plainArray(clientIds),
      plainArray(costs.map(({ module }) => module)),
      plainArray(costs.map(({ term }) => term)),
      plainArray(costs.map(({ price_e4 }) => price_e4)),
      costs.map(({ kind }) => kind === 'advancedLeadPrice'),
    ],
  )
  await followRetail(tx, { rootId, agencyId, clientIds }, now)
}
