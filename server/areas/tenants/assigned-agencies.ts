import type { Reader, Tx } from '#server/platform/database/tx.ts'
import { updateAgencyStaff } from './update-agency-staff.ts'

/** Whether an agency is assigned to the person of this scope, in any role including referrer (R190). */
export async function isAssigned(reader: Reader, agencyId: string): Promise<boolean> {
  const { rowCount } = await reader.query('select from agency_staff where agency_id = $1 limit 1', [agencyId])
  return rowCount === 1
}

/** The agencies assigned to the scope's person: row-level security shows no others. */
export async function readAssigned(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>('select distinct agency_id as id from agency_staff')
  return rows.map(({ id }) => id)
}

/** Removes a salesperson from every agency, including removed ones, in any role. Returns how many there were. */
export async function unassign(tx: Tx, rootId: string, userId: string): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    `update company set sales_rep_id = nullif(sales_rep_id, $2), account_executive_id = nullif(account_executive_id, $2),
       account_referrer_id = nullif(account_referrer_id, $2)
     where root_id = $1 and kind = 'agency' and $2 in (sales_rep_id, account_executive_id, account_referrer_id)
     returning id`,
    [rootId, userId],
  )
  await updateAgencyStaff(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.length
}
