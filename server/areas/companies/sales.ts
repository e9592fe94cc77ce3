import type { listRoots, listSales, setSales } from '#contract/companies/sales.ts'
import { recordActivity } from '#server/areas/activity/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/call.ts'

interface Staff {
  id: string
  name: string
  kind: 'salesRep' | 'accountExecutive'
}

async function readStaff(tx: Tx, rootId: string): Promise<Staff[]> {
  const { rows } = await tx.query<Staff>(
    `select id, full_name as name, kind from app_user
     where root_id = $1 and agency_id is null and kind in ('salesRep', 'accountExecutive')
       and status = 'active' and removed_at is null
     order by full_name, id`,
    [rootId],
  )
  return rows
}

export const handleListSales: Handler<typeof listSales> = async (_input, call) => ({
  result: 'success',
  params: await call.inScope((tx) => readStaff(tx, call.caller.rootId)),
})

/** Throws `invalid` naming the field for whoever is not, or no longer, of the operator's staff. */
export const handleSetSales: Handler<typeof setSales> = async ({ body }, call) => {
  const { agencyId, clientId, rootId } = call.object!
  if (agencyId === null || clientId !== null) throw invalid('companyID', 'must name an agency')
  await call.inScope(async (tx) => {
    const staff = await readStaff(tx, rootId)
    const chosen = { salesRep: body.salesRep, salesAE: body.salesAE, salesRef: body.salesRef }
    for (const [field, id] of Object.entries(chosen))
      if (id !== '' && !staff.some((person) => person.id === id)) throw invalid(field, 'There is no such sales person.')
    const { rows } = await tx.query<{ name: string; was: (string | null)[] }>(
      `update company set sales_rep_id = $2, account_executive_id = $3, account_referrer_id = $4
       from company before where company.id = $1 and before.id = company.id
       returning company.name,
         array[before.sales_rep_id, before.account_executive_id, before.account_referrer_id] as was`,
      [agencyId, ...Object.values(chosen).map((id) => id || null)],
    )
    const { name, was } = rows[0]!
    await recordActivity(tx, call, {
      action: 'company.salesAssigned',
      target: { kind: 'company', id: agencyId, name },
      from: { salesRep: was[0], salesAE: was[1], salesRef: was[2] },
      to: chosen,
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
