import type { SettingsTarget } from '#server/areas/tenants/setting.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Creates a company's own brand from its name and the root's theme if it has none, and locks it, so that concurrent
 * saves are serialized.
 */
export async function lockOwnBrand(tx: Tx, now_ms: number, company: SettingsTarget): Promise<void> {
  await tx.query(
    `insert into brand (company_id, root_id, agency_id, name, legal_name, brand_color, font, mail_from, updated_at)
     select company.id, company.root_id, company.agency_id, company.name, company.name, root.brand_color, root.font,
       'no-reply@' || coalesce((select host from host where company_id = company.id and verified_at is not null
         order by verified_at, host limit 1), split_part(root.mail_from, '@', 2)), $2
     from company join brand root on root.company_id = company.root_id
     where company.id = $1 on conflict do nothing`,
    [company.companyId, dateOf(now_ms)],
  )
  await tx.query('select from brand where company_id = $1 for update', [company.companyId])
}

type Value = string | number | boolean | readonly string[] | null

/** Writes columns of a company's brand; returns their old values. Column names come from code, never from input. */
export async function updateBrand(
  tx: Tx,
  now_ms: number,
  company: SettingsTarget,
  columns: Readonly<Record<string, Value>>,
): Promise<Record<string, Value>> {
  await lockOwnBrand(tx, now_ms, company)
  const names = Object.keys(columns)
  const { rows } = await tx.query<Record<string, Value>>(
    `select ${names.join(', ')} from brand where company_id = $1`,
    [company.companyId],
  )
  await tx.query(
    `update brand set updated_at = $2, ${names.map((name, at) => `${name} = $${at + 3}`).join(', ')} where company_id = $1`,
    [company.companyId, dateOf(now_ms), ...Object.values(columns)],
  )
  return rows[0] ?? {}
}

/** Whether a company shows its own colors (R157). If it already does, no brand is created. */
export async function saveWhiteLabel(tx: Tx, now_ms: number, company: SettingsTarget, isOn: boolean): Promise<void> {
  const { rows } = await tx.query<{ isOn: boolean }>(
    'select is_whitelabeling as "isOn" from brand where company_id = $1',
    [company.companyId],
  )
  if ((rows[0]?.isOn ?? true) !== isOn) await updateBrand(tx, now_ms, company, { is_whitelabeling: isOn })
}
