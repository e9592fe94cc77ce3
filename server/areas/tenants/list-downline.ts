import { isSales } from '#contract/access/guards/standing.ts'
import { toPage } from '#contract/core/page.ts'
import { isSearch } from '#contract/core/wire.ts'
import type { listDownline, SalesPart } from '#contract/tenants/downline.ts'
import { containsText } from '#server/platform/database/like.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import type { Handler, SignedInCall } from '#server/platform/http/call.ts'
import { orderOf } from './company-order.ts'
import { presentTo, type CompanyLine } from './present.ts'
import { companyColumns, companyJoins } from './queries.ts'

interface Assignment {
  agencyId: string
  parts: SalesPart[]
}

/** The agencies of one sales person, in whichever part (C053). */
export const handleListDownline: Handler<typeof listDownline> = async ({ params, query }, call) => {
  const { caller } = call
  if (params.idsys !== '' && params.idsys !== 'all' && params.idsys !== caller.rootId) throw notFound()
  const assigned = await readAssignments(call, query.SalesID)
  const partsOf = new Map(assigned.map(({ agencyId, parts }) => [agencyId, parts]))
  const order = orderOf(params)
  const from = (query.Page - 1) * query.PerPage
  const words = isSearch(params.search) ? containsText(params.search.toLowerCase()) : null
  // Counts and people of the agencies are no rows of sales staff: they are read of these agencies alone.
  const rows = await inScope(
    call.platform.appPool,
    { kind: 'root', rootId: caller.rootId },
    async (tx) =>
      (
        await tx.query<CompanyLine & { total: number; clients: number }>(
          `select ${companyColumns}, page.total, coalesce(below.companies, 0) as clients
           from (select company.id, count(*) over ()::integer as total from company
                 where company.id = any ($1::uuid[]) and company.removed_at is null
                   and ($2::text is null or company.search_text like $2)
                 order by ${order} limit ${query.PerPage} offset ${from}) page
           join company on company.id = page.id
           left join company_count below on below.company_id = company.id
           ${companyJoins('agency')} order by ${order}`,
          [[...partsOf.keys()], words],
        )
      ).rows,
    { readOnly: true },
  )
  const present = presentTo(caller)
  const data = rows.map((row) => ({ ...present(row), parts: partsOf.get(row.companyId)!, clients: row.clients }))
  return toPage(data, query.Page, query.PerPage, rows[0]?.total ?? (words === null ? partsOf.size : 0))
}

/** Sales staff ask under their own scope, which shows no assignment but theirs; somebody else's id looks absent to them. */
async function readAssignments(call: SignedInCall, salesId: string | undefined): Promise<Assignment[]> {
  const { caller } = call
  const isOwn = caller.rights !== null && isSales(caller.rights)
  if (isOwn && salesId !== undefined && salesId !== caller.userId) throw notFound()
  if (!isOwn && salesId === undefined) throw invalid('SalesID', 'Name a sales person.')
  const userId = isOwn ? caller.userId : salesId!
  return call.inScope(async (tx) => {
    if (!isOwn) await refuseOthers(tx, caller.rootId, userId)
    const { rows } = await tx.query<Assignment>(
      `select agency_id as "agencyId", array_agg(case part when 'rep' then 'salesRep' when 'executive' then 'salesAE'
         else 'salesRef' end order by part desc) as parts
       from agency_staff where user_id = $1 group by agency_id`,
      [userId],
    )
    return rows
  })
}

async function refuseOthers(tx: Tx, rootId: string, userId: string): Promise<void> {
  const { rowCount } = await tx.query(
    `select from app_user where id = $1 and company_id = $2 and kind in ('salesRep', 'accountExecutive')
       and removed_at is null`,
    [userId, rootId],
  )
  if (rowCount === 0) throw notFound()
}
