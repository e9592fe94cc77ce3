import type { ShownCost } from '#contract/pricing/cost.ts'
import type { PaymentTerm } from '#contract/companies/selections.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { SignedInCall, TenantPath } from '#server/platform/call.ts'
import type { Platform } from '#server/platform/platform.ts'
import { presentCost, priceOf, readCostSetup, rootPrice } from './cost.ts'

/** Whose prices: an agency's, or else its operator's. Taken from the session or a checked object, never from a body. */
export type Priced = Pick<TenantPath, 'rootId' | 'agencyId'>

export interface ShownSetup {
  data: ShownCost
  rootCost: ShownCost
  /** The first payment term that the company may use. */
  term: PaymentTerm
}

/**
 * Reads in the operator's scope, since agencies can't see their operator's rows, nor clients their agency's. The caller
 * passes ids from a checked path.
 */
export const asOperator = <T>({ appPool }: Platform, rootId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inScope(appPool, { kind: 'root', rootId }, work, { readOnly: true })

/** A company's effective prices (C028, costagency), and its operator's defaults. */
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
