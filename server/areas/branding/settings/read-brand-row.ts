import type { modulesWith } from '#contract/branding/modules.ts'
import type { SettingsTarget } from '#server/areas/tenants/setting.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'

export interface BrandRow {
  [column: string]: unknown
  modules: Parameters<typeof modulesWith>[0]
}

/** The company's own brand; for one without, its name and the root's theme, as its hosts show them. */
export const readBrandRow = async (call: SignedInCall, company: SettingsTarget): Promise<BrandRow> =>
  brandOf(company, await call.readOnce<BrandRow>(brandStatement(company)))

/** The same within a transaction. */
export async function readBrandRowIn(tx: Tx, company: SettingsTarget): Promise<BrandRow> {
  const { text, values } = brandStatement(company)
  return brandOf(company, (await tx.query<BrandRow>(text, values)).rows)
}

const brandStatement = ({ companyId, rootId }: SettingsTarget) => ({
  text: `select brand.*, (brand.company_id = $1) as is_own, company.name as company_name
      from company join brand on brand.company_id in ($1, $2) where company.id = $1
      order by (brand.company_id = $1) desc limit 1`,
  values: [companyId, rootId],
})

function brandOf({ rootId }: SettingsTarget, rows: readonly BrandRow[]): BrandRow {
  const row = rows[0]
  if (!row) throw new Error(`the root ${rootId} has no brand`)
  if (row['is_own']) return row
  const { brand_color, font, modules } = row
  return {
    name: row['company_name'],
    legal_name: row['company_name'],
    brand_color,
    font,
    modules,
    is_whitelabeling: true,
  }
}
