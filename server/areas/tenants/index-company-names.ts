import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Updates the index of companies by the words of their names: called by code that adds, removes, restores or renames
 * one.
 */
export async function indexCompanyNames(tx: Tx, agencyId: string, ids: readonly string[]): Promise<void> {
  await tx.query('delete from name_start where agency_id = $1 and of_id = any ($2::uuid[])', [agencyId, ids])
  await tx.query(
    `insert into name_start (agency_id, of_id, start, root_id, client_id, kind, name)
     select company.agency_id, company.id, start, company.root_id, company.client_id, company.kind, company.name
       from company, name_starts(company.name) start
      where company.agency_id = $1 and company.id = any ($2::uuid[]) and company.removed_at is null
     on conflict (agency_id, of_id, start) do nothing`,
    [agencyId, ids],
  )
}
