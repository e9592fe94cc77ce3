import { sentences } from '#contract/core/sentences.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'

export interface Agency {
  rootId: string
  agencyId: string
}

/** The agency addressed by a call. Throws `invalid` for a company that isn't an agency. */
export function agencyOf({ object }: SignedInCall, field = 'companyId'): Agency {
  if (!object || object.agencyId === null || object.clientId !== null) throw invalid(field, sentences.agenciesOnly)
  return { rootId: object.rootId, agencyId: object.agencyId }
}

export interface AgencyRow {
  name: string
  main_user_id: string | null
  manual_bill: boolean
  api_mode: boolean
  exclude_minimum_spend: boolean
  package_id: string | null
  payment_status: 'ok' | 'failed'
}

/** Locks an agency's row, so that concurrent changes run one after the other. Removed agencies are not found. */
export async function lockAgency(tx: Tx, { agencyId }: Agency): Promise<AgencyRow> {
  const { rows } = await tx.query<AgencyRow>(
    `select name, main_user_id, manual_bill, api_mode, exclude_minimum_spend, package_id, payment_status from company
      where id = $1 and kind = 'agency' and removed_at is null for no key update`,
    [agencyId],
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** The change as recorded in the log. */
export const targetOf = ({ agencyId }: Agency, { name }: Pick<AgencyRow, 'name'>) => ({
  kind: 'company',
  id: agencyId,
  name,
})
