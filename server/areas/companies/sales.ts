import type { listRoots, listSales, setSales } from '#contract/companies/sales.ts'
import { assertFormUnchanged } from '#server/areas/activity/form-version.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { updateAgencyStaff } from '#server/areas/tenants/update-agency-staff.ts'
import { sentences } from '#contract/core/sentences.ts'
import { isSearch } from '#contract/core/wire.ts'
import { containsText } from '#server/platform/database/like.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { salesFields } from './sales-fields.ts'

interface Staff {
  id: string
  name: string
  kind: 'salesRep' | 'accountExecutive'
}

/** People who can be assigned. `$1` is their root. */
const isStaff = `root_id = $1 and agency_id is null and kind in ('salesRep', 'accountExecutive')
  and status = 'active' and removed_at is null`

export const handleListSales: Handler<typeof listSales> = async ({ query }, call) => {
  const words = isSearch(query.search) ? containsText(query.search) : null
  const rows = await call.readOnce<Staff & { total: number }>({
    text: `select id, full_name as name, kind, count(*) over ()::integer as total from app_user
      where ${isStaff} and ($2::text is null or full_name ilike $2 or email ilike $2)
      order by full_name, id limit $3 offset $4`,
    values: [call.caller.rootId, words, query.perPage, (query.page - 1) * query.perPage],
  })
  return { result: 'success', params: rows, total: rows[0]?.total ?? 0 }
}

/** Which of these people can be assigned; locked, so that none is removed meanwhile. */
async function findStaff(tx: Tx, rootId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from app_user where ${isStaff} and id = any ($2::uuid[]) order by id for share`,
    [rootId, ids.filter((id) => id !== '')],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Who is assigned to an agency, locked, so that of two concurrent assignments the second sees the first. */
async function lockAssigned(tx: Tx, agencyId: string) {
  const { rows } = await tx.query<{ name: string; was: [string | null, string | null, string | null] }>(
    `select name, array[sales_rep_id, account_executive_id, account_referrer_id] as was
       from company where id = $1 for no key update`,
    [agencyId],
  )
  const { name, was } = rows[0]!
  return { name, staff: salesFields(...was) }
}

/** Throws `invalid` naming the field for people who are not, or no longer, on the operator's staff. */
export const handleSetSales: Handler<typeof setSales> = async ({ body }, call) => {
  const { agencyId, clientId, rootId } = call.object!
  if (agencyId === null || clientId !== null) throw invalid('companyId', sentences.agenciesOnly)
  await call.inScope(async (tx) => {
    const team = { salesRep: body.salesRep, salesAE: body.salesAE, salesRef: body.salesRef }
    const staff = await findStaff(tx, rootId, Object.values(team))
    for (const [field, id] of Object.entries(team))
      if (id !== '' && !staff.has(id)) throw invalid(field, 'Sales person not found.')
    const before = await lockAssigned(tx, agencyId)
    await assertFormUnchanged(tx, call.platform, body.version, {
      bookId: agencyId,
      targetId: agencyId,
      actions: ['company.salesAssigned'],
      fields: before.staff,
    })
    await tx.query(
      'update company set sales_rep_id = $2, account_executive_id = $3, account_referrer_id = $4 where id = $1',
      [agencyId, ...Object.values(team).map((id) => id || null)],
    )
    await updateAgencyStaff(tx, [agencyId])
    await recordActivity(tx, call, {
      action: 'company.salesAssigned',
      target: { kind: 'company', id: agencyId, name: before.name },
      from: before.staff,
      to: team,
    })
  })
  return { result: 'success', message: 'Setting has been saved.' }
}

export const handleListRoots: Handler<typeof listRoots> = async (_input, call) => ({
  result: 'success',
  data: await call.inScope(async (tx) => {
    const { rows } = await tx.query<{ id: string; name: string }>('select id, name from company where id = $1', [
      call.caller.rootId,
    ])
    return rows
  }),
})
