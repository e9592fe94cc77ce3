import { readSellerTaxes } from '#server/areas/taxes/read-taxes.ts'
import type { SellerTaxes } from '#server/areas/taxes/policy.ts'
import { readTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import type { Issuing } from '../invoices/issue-invoices.ts'
import type { Sellers } from './tax-drafts.ts'

/** The operator's current tax rates for agencies, by its own calendar. Needs a scope that sees the operator's rows. */
export async function readRootTaxes(tx: Tx, now_ms: number, rootId: string): Promise<SellerTaxes> {
  return readSellerTaxes(tx, { rootId, agencyId: null }, localDateAt(now_ms, await readTimeZone(tx, rootId)))
}

/** The current tax rates of an agency and of its operator. */
export async function readSellers(tx: Tx, now_ms: number, { rootId, agencyId, zone }: Issuing): Promise<Sellers> {
  return {
    agencyTaxes: await readSellerTaxes(tx, { rootId, agencyId }, localDateAt(now_ms, zone)),
    rootTaxes: await readAsRoot(tx, rootId, () => readRootTaxes(tx, now_ms, rootId)),
  }
}
