import type { CompanyRow, getCompany as operation } from '#contract/tenants/companies.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Input, SignedInCall } from '#server/platform/http/call.ts'
import { presentCompany, type CompanyLine } from './present.ts'
import { companyColumns, companyJoins } from './queries.ts'

/** One client or agency. The root's own company is none of a list's lines and answers as absent. */
export async function readCompany({ params }: Input<typeof operation>, call: SignedInCall): Promise<CompanyRow> {
  const place = call.object!
  if (place.agencyId === null) throw notFound()
  const kind = place.clientId === null ? 'agency' : 'client'
  const { rows } = await call.inScope((tx) =>
    tx.query<CompanyLine>(`select ${companyColumns} from company ${companyJoins(kind)} where company.id = $1`, [
      params.id,
    ]),
  )
  if (!rows[0]) throw notFound()
  return presentCompany(rows[0])
}
