import { sentences } from '#contract/core/sentences.ts'
import { isSales } from '#contract/guards/access-context.ts'
import { toPage } from '#contract/core/page.ts'
import { isSearch } from '#contract/core/wire.ts'
import type { listDownline, SalesPart } from '#contract/companies/downline.ts'
import { containsText } from '#server/platform/database/like.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { orderOf } from './company-order.ts'
import { presentTo } from './present.ts'
import { readLines } from './read-lines.ts'

interface Assignment {
  agencyId: string
  parts: SalesPart[]
}

/** The agencies of one salesperson, in any role (C053). */
export const handleListDownline: Handler<typeof listDownline> = async ({ params, query }, call) => {
  const { caller } = call
  const assignments = await readAssignments(call, query.salesId)
  const partsOf = new Map(assignments.map(({ agencyId, parts }) => [agencyId, parts]))
  const words = isSearch(params.search) ? containsText(params.search.toLowerCase()) : null
  const where = { ids: [...partsOf.keys()], words, order: orderOf(params) }
  // Sales staff's scope shows no counts and people, so these are read for the agencies on the page only.
  const { lines, found } = await inScope(
    call.platform.appPool,
    { kind: 'root', rootId: caller.rootId },
    async (tx) => {
      const page = await findPage(tx, where, query)
      const ids = page.map(({ id }) => id)
      return { found: page, lines: await readLines(tx, 'agency', ids) }
    },
    { readOnly: true },
  )
  const present = presentTo(caller)
  const clientsOf = new Map(found.map(({ id, clients }) => [id, clients]))
  const data = lines.map((line) => ({
    ...present(line),
    parts: partsOf.get(line.companyId)!,
    clients: clientsOf.get(line.companyId)!,
  }))
  return toPage(data, query.page, query.perPage, found[0]?.total ?? (words === null ? partsOf.size : 0))
}

interface Found {
  id: string
  total: number
  clients: number
}

/** The agencies on the page, in order; the statement that all lists of agencies share reads their rows. */
async function findPage(
  tx: Tx,
  { ids, words, order }: { ids: string[]; words: string | null; order: string },
  { page, perPage }: { page: number; perPage: number },
): Promise<Found[]> {
  const { rows } = await tx.query<Found>(
    `select page.id, page.total, coalesce(below.companies, 0) as clients
     from (select company.id, count(*) over ()::integer as total, row_number() over (order by ${order}) as place
             from company
            where company.id = any ($1::uuid[]) and company.removed_at is null
              and ($2::text is null or company.search_text like $2)
            order by place limit ${perPage} offset ${(page - 1) * perPage}) page
     left join company_count below on below.company_id = page.id
     order by page.place`,
    [ids, words],
  )
  return rows
}

/** Sales staff query under their own scope, which shows only their assignments; somebody else's id looks absent. */
async function readAssignments(call: SignedInCall, salesId: string | undefined): Promise<Assignment[]> {
  const { caller } = call
  const isOwn = caller.rights !== null && isSales(caller.rights)
  if (isOwn && salesId !== undefined && salesId !== caller.userId) throw notFound()
  if (!isOwn && salesId === undefined) throw invalid('salesId', sentences.nameSalesPerson)
  const userId = isOwn ? caller.userId : salesId!
  return call.inScope(async (tx) => {
    if (!isOwn) await assertOwn(tx, caller.rootId, userId)
    const { rows } = await tx.query<Assignment>(
      `select agency_id as "agencyId", array_agg(case part when 'rep' then 'salesRep' when 'executive' then 'salesAE'
         else 'salesRef' end order by part desc) as parts
       from agency_staff where user_id = $1 group by agency_id`,
      [userId],
    )
    return rows
  })
}

async function assertOwn(tx: Tx, rootId: string, userId: string): Promise<void> {
  const { rowCount } = await tx.query(
    `select from app_user where id = $1 and company_id = $2 and kind in ('salesRep', 'accountExecutive')
       and removed_at is null`,
    [userId, rootId],
  )
  if (rowCount === 0) throw notFound()
}
