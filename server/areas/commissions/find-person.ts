import { sentences } from '#contract/core/sentences.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'

const isSales = `kind in ('salesRep', 'accountExecutive')`

/** A member of the operator's sales staff; removed members still own what they earned. Throws `invalid`. */
export async function assertSalesPerson(tx: Tx, rootId: string, userId: string): Promise<{ name: string }> {
  const { rows } = await tx.query<{ name: string }>(
    `select full_name as name from app_user where root_id = $1 and agency_id is null and id = $2 and ${isSales}`,
    [rootId, userId],
  )
  if (!rows[0]) throw invalid('salesId', 'Sales person not found.')
  return rows[0]
}

/** The person whose commissions a call is about: for sales staff always themselves. Throws `invalid`. */
export function personOf({ caller }: SignedInCall, salesId: string | undefined): string {
  const isOwn = caller.kind === 'salesRep' || caller.kind === 'accountExecutive'
  if (isOwn) {
    if (salesId !== undefined && salesId !== caller.userId) throw invalid('salesId', 'Sales person not found.')
    return caller.userId
  }
  if (salesId === undefined) throw invalid('salesId', sentences.nameSalesPerson)
  return salesId
}
