import type { Tx } from '#server/platform/database/tx.ts'

/** The contact shown to companies below: the support contact, else the main contact; null for none. */
export async function readSupportContact(tx: Tx, companyId: string): Promise<{ name: string; email: string } | null> {
  const { rows } = await tx.query<{ name: string; email: string }>(
    `select full_name as name, email from app_user
     where company_id = $1 and (is_support_contact or is_contact) and status = 'active' and invited_until is null
     order by is_support_contact desc limit 1`,
    [companyId],
  )
  return rows[0] ?? null
}
