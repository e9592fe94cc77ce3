import type { Tx } from '#server/platform/database/tx.ts'

export interface Referrer {
  code: string
  userId: string
  companyName: string
}

/** The owner of a code. People who may no longer sign in refer nobody. */
export async function findReferrer(tx: Tx, rootId: string, code: string): Promise<Referrer | null> {
  const { rows } = await tx.query<{ code: string; user_id: string; company_name: string }>(
    `select r.code, r.user_id, c.name as company_name
     from referral_code r
     join app_user u on u.id = r.user_id and u.status = 'active'
     join company c on c.id = r.company_id and c.status = 'active'
     where r.root_id = $1 and r.code = $2`,
    [rootId, code.trim().toLowerCase()],
  )
  const row = rows[0]
  return row ? { code: row.code, userId: row.user_id, companyName: row.company_name } : null
}
