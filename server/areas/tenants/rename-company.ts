import type { Tx } from '#server/platform/database/tx.ts'
import { indexCompanyNames } from './index-company-names.ts'

/** Renames a company; lists find it by the new name immediately. The operator itself is in no list. */
export async function renameCompany(
  tx: Tx,
  { agencyId, companyId }: { agencyId: string | null; companyId: string },
  name: string,
): Promise<void> {
  await tx.query('update company set name = $2 where id = $1', [companyId, name])
  if (agencyId !== null) await indexCompanyNames(tx, agencyId, [companyId])
}
