import { mayUse } from '#contract/guards/access-context.ts'
import { fontThemes, type FontTheme } from '#contract/branding/fonts.ts'
import { modulesWith } from '#contract/branding/modules.ts'
import type { readSetting, SettingName, ShownSetting } from '#contract/branding/settings.ts'
import { toFlag } from '#contract/core/wire.ts'
import { toSelectedModules, toSelectedTerms } from '#contract/companies/selections.ts'
import { asOperator, readCost, readMinimumSpend } from '#server/areas/pricing/public.ts'
import { readNewAgencyDefaults } from '#server/areas/tenants/public.ts'
import { forbidden } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { readEmbeddedCode } from '../embedded/read-embedded-code.ts'
import { showMailServer } from '../mail-server/save-mail-server.ts'
import { enhanceMinimumOf } from './enhance-minimum.ts'
import { assertPricesForSales, settingsTarget, type SettingsTarget } from './own-brand.ts'

interface Row {
  [column: string]: unknown
  modules: Parameters<typeof modulesWith>[0]
}

export const handleReadSetting: Handler<typeof readSetting> = async ({ query }, call) => {
  assertPricesForSales(call, query.settingname)
  if (query.settingname === 'rootAgencyEmbeddedCode')
    return { result: 'success', data: await readEmbeddedCode(call, call.object ?? call.caller) }
  const { rights, companyId } = call.caller
  if (!rights || !mayUse(rights, 'settings.enable')) throw forbidden()
  const company = settingsTarget(call, query.companyID ?? companyId)
  if (query.settingname === 'costagency') {
    const { data, rootCost, term } = await readCost(call, company)
    return { result: 'success', data: { settingname: 'costagency', ...data }, rootcostagency: rootCost, dpay: term }
  }
  if (query.settingname === 'minspend_setting') {
    const minimum = await asOperator(call.platform, company.rootId, (tx) => readMinimumSpend(tx, company.rootId))
    return { result: 'success', data: { settingname: 'minspend_setting', ...minimum } }
  }
  if (query.settingname === 'smtp') return { result: 'success', data: await showMailServer(call, company) }
  if (query.settingname === 'newagency') return { result: 'success', data: await readNewAgency(call, company) }
  if (query.settingname === 'minleaddayenhance')
    return {
      result: 'success',
      data: { settingname: 'minleaddayenhance', minleaddayenhance: await enhanceMinimumOf(call) },
    }
  return { result: 'success', data: present(query.settingname, await readRow(call, company)) }
}

async function readNewAgency(call: SignedInCall, { rootId, agencyId }: SettingsTarget): Promise<ShownSetting> {
  if (agencyId !== null) throw forbidden()
  const { modules, terms } = await call.inScope((tx) => readNewAgencyDefaults(tx, rootId))
  return {
    settingname: 'newagency',
    rootPaymentTermsNewAgencies: toSelectedTerms(terms),
    agencyDefaultModules: toSelectedModules(modules),
  }
}

/** The company's own brand; of one without, its name and the root's looks, as its hosts show them. */
async function readRow(call: SignedInCall, { companyId, rootId }: SettingsTarget): Promise<Row> {
  const rows = await call.readOnce<Row>({
    text: `select brand.*, (brand.company_id = $1) as is_own, company.name as company_name
      from company join brand on brand.company_id in ($1, $2) where company.id = $1
      order by (brand.company_id = $1) desc limit 1`,
    values: [companyId, rootId],
  })
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

function present(
  name: Exclude<
    SettingName,
    'rootAgencyEmbeddedCode' | 'costagency' | 'minspend_setting' | 'smtp' | 'newagency' | 'minleaddayenhance'
  >,
  row: Row,
): ShownSetting {
  const text = (column: string): string => String(row[column] ?? '')
  switch (name) {
    case 'branding':
      return {
        settingname: name,
        name: text('name'),
        brand_color: text('brand_color'),
        box_bgcolor: text('box_bgcolor'),
        text_color: text('text_color'),
        link_color: text('link_color'),
        template_bgcolor: text('template_bgcolor'),
        sidebar_bgcolor: text('sidebar_bgcolor'),
        font_theme: fontThemes.find((theme) => theme === row['font']) ?? ('Inter' satisfies FontTheme),
        logo_svg: (row['logo_svg'] as string | null | undefined) ?? null,
        icon_svg: (row['icon_svg'] as string | null | undefined) ?? null,
        is_whitelabeling: toFlag(row['is_whitelabeling'] === true),
      }
    case 'company':
      return {
        settingname: name,
        legal_name: text('legal_name'),
        short_name: text('short_name'),
        contact_name: text('contact_name'),
        contact_email: text('contact_email'),
        phone: text('phone'),
        address: text('address'),
        city: text('city'),
        zip: text('zip'),
        state_code: text('state_code'),
        country_code: text('country_code'),
      }
    case 'modules':
      return { settingname: name, ...modulesWith(row.modules) }
    case 'support':
      return { settingname: name, support_url: text('support_url') }
    case 'whitelabelling':
      return { settingname: name, is_whitelabeling: toFlag(row['is_whitelabeling'] === true) }
    case 'embeddedCodeSwitch':
      return { settingname: name, forbidden: toFlag(row['embedded_code_forbidden'] === true) }
  }
}
