import type { Tx } from '#server/platform/database/tx.ts'

/** Whether a company shows its own colors, and the colors of the company above, which apply otherwise (R157). */
export interface WhiteLabel {
  isWhiteLabeled: boolean
  parent: { text_color: string | null; sidebar_bgcolor: string | null }
}

export async function readWhiteLabel(tx: Tx, rootId: string, agencyId: string | null): Promise<WhiteLabel> {
  const { rows } = await tx.query<{ company_id: string; is_whitelabeling: boolean } & WhiteLabel['parent']>(
    'select company_id, is_whitelabeling, text_color, sidebar_bgcolor from brand where company_id in ($1, $2)',
    [rootId, agencyId],
  )
  const root = rows.find((row) => row.company_id === rootId)
  const agency = rows.find((row) => row.company_id === agencyId) ?? root
  return {
    isWhiteLabeled: agency?.is_whitelabeling ?? true,
    parent: { text_color: root?.text_color ?? null, sidebar_bgcolor: root?.sidebar_bgcolor ?? null },
  }
}
