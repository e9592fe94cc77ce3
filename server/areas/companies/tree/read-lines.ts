import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { CompanyLine } from './present.ts'
import { companyColumns, companyJoins } from './queries.ts'

/**
 * The rows of these companies, in their order. A prepared statement, because planning a dozen joins under row-level
 * security takes several times as long as running them for ten companies.
 */
export async function readLines(tx: Tx, type: 'client' | 'agency', ids: readonly string[]): Promise<CompanyLine[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.prepared<CompanyLine>(
    `company-lines-${type}`,
    `select ${companyColumns} from unnest($1::uuid[]) with ordinality page (id, place)
     join company on company.id = page.id ${companyJoins(type)} order by page.place`,
    [plainArray(ids)],
  )
  return rows
}
