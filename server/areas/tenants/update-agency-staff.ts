import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Updates the rows that assign agencies to staff: called by code that assigns, removes or restores an agency. A removed
 * agency is assigned to nobody until it is restored.
 */
export async function updateAgencyStaff(tx: Tx, agencyIds: readonly string[]): Promise<void> {
  await tx.query('delete from agency_staff where agency_id = any ($1::uuid[])', [agencyIds])
  await tx.query(
    `insert into agency_staff (root_id, agency_id, user_id, part)
     select root_id, id, user_id, part
       from company cross join lateral (
         values (sales_rep_id, 'rep'), (account_executive_id, 'executive'), (account_referrer_id, 'referrer'))
         as assigned (user_id, part)
      where id = any ($1::uuid[]) and user_id is not null and removed_at is null`,
    [agencyIds],
  )
}
