import type { ShownCost } from '#contract/pricing/cost.ts'
import type { PaymentTerm } from '#contract/companies/selections.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { SignedInCall, TenantPath } from '#server/platform/call.ts'
import type { Platform } from '#server/platform/platform.ts'
import { presentCost, priceOf, readCostSetup, rootPrice } from './cost.ts'

/** Whose prices: an agency's, or with no agency its operator's own. From the session or a checked object, never a body. */
export type Priced = Pick<TenantPath, 'rootId' | 'agencyId'>

export interface ShownSetup {
  data: ShownCost
  rootCost: ShownCost
  /** The first term that the company may use. */
  term: PaymentTerm
}

/**
 * Reads under the operator's scope, since agencies see no row of their operator and clients none of their agency; what is
 * asked for is named by the caller's checked path.
 */
export const asOperator = <T>({ appPool }: Platform, rootId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(appPool, { kind: 'root', rootId }, work, { readOnly: true })

/** What counts for a company (C028, costagency), beside what its operator asks of everybody. */
export const readCost = ({ platform }: SignedInCall, { rootId, agencyId }: Priced): Promise<ShownSetup> =>
  asOperator(platform, rootId, async (tx) => {
    const setup = await readCostSetup(tx, rootId, agencyId)
    return {
      data: presentCost((...of) => priceOf(setup, ...of)),
      rootCost: presentCost((...of) => rootPrice(setup, ...of)),
      term: await readFirstTerm(tx, agencyId ?? rootId),
    }
  })

export async function readFirstTerm(tx: Tx, companyId: string): Promise<PaymentTerm> {
  const { rows } = await tx.query<{ term: PaymentTerm }>(
    'select first_payment_term(payment_terms) as term from company where id = $1',
    [companyId],
  )
  return rows[0]?.term ?? 'Weekly'
}
