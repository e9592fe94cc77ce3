import type { Language } from '#contract/core/language.ts'
import type { ChargeRow } from '#server/areas/billing/charge-states.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** The payee's people who get notices: the agency's for a client's charge, the operator's for an agency's charge. */
export async function readPayees(
  tx: Tx,
  { root_id: rootId, agency_id, client_id }: Pick<ChargeRow, 'root_id' | 'agency_id' | 'client_id'>,
): Promise<{ email: string; language: Language }[]> {
  const { rows } = await readAsRoot(tx, rootId, () =>
    tx.query<{ email: string; language: Language }>(
      `select email, coalesce(language, 'en') as language from app_user
        where company_id = $1 and status = 'active' and gets_notices and removed_at is null
        order by created_at, id limit 20`,
      [client_id === null ? rootId : agency_id],
    ),
  )
  return rows
}
