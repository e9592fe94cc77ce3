import { isIP } from 'node:net'
import type {
  CompanyRange,
  listCompanyRanges,
  moveCompanyRange,
  removeCompanyRange,
} from '#contract/identity/company-ranges.ts'
import { isSearch } from '#contract/core/wire.ts'
import { toPage } from '#contract/core/page.ts'
import { sentences } from '#contract/core/sentences.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import type { Pool, PoolClient } from 'pg'

const updatedAnswer = { result: 'success', message: 'Data has been updated successfully' } as const
const deletedAnswer = { result: 'success', message: 'Deleted!' } as const

export const handleListCompanyRanges: Handler<typeof listCompanyRanges> = async ({ params, query }, call) => {
  const search = isSearch(params.search) ? params.search.trim() : ''
  // An IP address finds the ranges that contain it; anything else is a prefix of a domain or a name.
  const [condition, value] = isIP(search)
    ? ['range >>= $1::inet', search]
    : [`$1 = '' or starts_with(domain, $1) or starts_with(lower(facts ->> 'company_name'), $1)`, search.toLowerCase()]
  const from = `from employer_range join employer using (domain) where ${condition}`
  const pool = call.platform.identityPool
  const { rows } = await pool.query<CompanyRange>(
    `select range::text, domain as company_domain, coalesce(facts ->> 'company_name', '') as company_name
       ${from} order by domain, range limit $2 offset $3`,
    [value, query.perPage, (query.page - 1) * query.perPage],
  )
  const counts = await pool.query<{ total: number }>(`select count(*)::integer as total ${from}`, [value])
  return toPage(rows, query.page, query.perPage, counts.rows[0]!.total)
}

export const handleMoveCompanyRange: Handler<typeof moveCompanyRange> = ({ body }, call) => {
  const { range, company_domain } = body
  return call.inScope(async (tx) => {
    await changeRanges(call.platform.identityPool, async (client) => {
      const employers = await client.query('select from employer where domain = $1', [company_domain])
      if (!employers.rowCount) throw invalid('company_domain', sentences.unknownCompany)
      return client.query('update employer_range set domain = $2 where range = network($1::inet)', [
        range,
        company_domain,
      ])
    })
    await recordActivity(tx, call, { action: 'data.moveCompanyRange', to: { range, company_domain } })
    return updatedAnswer
  })
}

export const handleRemoveCompanyRange: Handler<typeof removeCompanyRange> = ({ body: { range } }, call) =>
  call.inScope(async (tx) => {
    await changeRanges(call.platform.identityPool, (client) =>
      client.query('delete from employer_range where range = network($1::inet)', [range]),
    )
    await recordActivity(tx, call, { action: 'data.removeCompanyRange', from: { range } })
    return deletedAnswer
  })

/** Changes one range and makes the collectors reload; throws `invalid` for an unknown range. */
async function changeRanges(
  identityPool: Pool,
  change: (client: PoolClient) => Promise<{ rowCount: number | null }>,
): Promise<void> {
  const client = await identityPool.connect()
  let breakage: Error | undefined
  try {
    await client.query('begin')
    const { rowCount } = await change(client)
    if (!rowCount) throw invalid('range', sentences.unknownRange)
    await client.query('update employer_range_version set version = version + 1')
    await client.query('commit')
  } catch (failure) {
    await client.query('rollback').catch((error: Error) => (breakage = error))
    throw failure
  } finally {
    client.release(breakage)
  }
}
