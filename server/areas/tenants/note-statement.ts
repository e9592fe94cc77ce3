import type { Tx } from '#server/platform/database/tx.ts'

/** Notes that a payer's statement of a month, `2026-11`, is on its way. False if it was noted before. */
export async function noteStatement(tx: Tx, companyId: string, month: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update company set statement_month = $2 where id = $1 and statement_month is distinct from $2',
    [companyId, `${month}-01`],
  )
  return rowCount === 1
}
