import { addressProblem } from '#contract/branding/reserved-addresses.ts'
import type { saveSetting, SettingToSave } from '#contract/branding/settings.ts'
import { modules } from '#contract/campaigns/modules.ts'
import { fromFlag } from '#contract/core/wire.ts'
import { modulesOf, termsOf } from '#contract/companies/selections.ts'
import { recordActivity, type NewActivity } from '#server/areas/activity/public.ts'
import { saveCost, saveMinimumSpend } from '#server/areas/pricing/public.ts'
import { readNewAgencyDefaults, saveNewAgencyDefaults } from '#server/areas/tenants/public.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { forbidden, invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { saveEmbeddedCode } from '../embedded/save-embedded-code.ts'
import { checkMailServer, saveMailServer } from '../mail-server/save-mail-server.ts'
import { assertPricesForSales, settingsTarget, updateBrand, type SettingsTarget } from './own-brand.ts'
import { readPicture } from './read-picture.ts'

type Named<Name extends SettingToSave['settingname']> = Extract<SettingToSave, { settingname: Name }>
type Told = Pick<NewActivity, 'action' | 'from' | 'to' | 'description'>

/** Saves a setting, with what it was before and what it became in the log (OQ-52 for the words). */
export const handleSaveSetting: Handler<typeof saveSetting> = async ({ body }, call) => {
  const company = settingsTarget(call, body.companyID)
  assertPricesForSales(call, body.settingname)
  // Reading a picture takes its time: no transaction waits for it.
  const pictures = body.settingname === 'branding' ? await readPictures(body) : {}
  if (body.settingname === 'rootAgencyEmbeddedCode') await saveEmbeddedCode.check(call, company, body)
  if (body.settingname === 'smtp') await checkMailServer(call, body)
  const work = async (tx: Tx): Promise<void> => {
    const told = await save(tx, call, company, body, pictures)
    await recordActivity(tx, call, { ...told, target: { kind: 'company', id: company.companyId } })
  }
  // An agency's prices are held against the operator's own, which nobody sees under the agency's scope.
  if (call.caller.kind === 'accountExecutive')
    await inScope(call.platform.appPool, { kind: 'root', rootId: company.rootId }, work)
  else await call.inScope(work)
  return { result: 'success', message: 'Your settings have been saved.' }
}

type Pictures = Partial<Record<'logo_svg' | 'icon_svg', string | null>>

async function save(
  tx: Tx,
  call: SignedInCall,
  company: SettingsTarget,
  body: SettingToSave,
  pictures: Pictures,
): Promise<Told> {
  const write = async (action: Told['action'], columns: Parameters<typeof updateBrand>[3]): Promise<Told> => {
    const was = await updateBrand(tx, call.platform.clock.now(), company, columns)
    return { action, ...changesOf(was, columns) }
  }
  switch (body.settingname) {
    case 'branding':
      return write('branding.looksChanged', { ...looksColumns(body), ...pictures })
    case 'company':
      return write('company.contactChanged', contactColumns(body))
    case 'modules':
      return write('setting.modulesChanged', { modules: JSON.stringify(checkModules(body)) })
    case 'support':
      return write('setting.supportChanged', { support_url: body.support_url || null })
    case 'embeddedCodeSwitch':
      checkRootsOwn(call, company)
      return write('branding.embeddedCodeSwitched', { embedded_code_forbidden: fromFlag(body.forbidden) })
    case 'whitelabelling':
      checkRootsOwn(call, company)
      return write('branding.whiteLabellingSwitched', { is_whitelabeling: fromFlag(body.is_whitelabeling) })
    case 'costagency':
      return saveCost(tx, call, company, body)
    case 'minspend_setting':
      return saveMinimumSpend(tx, call, company, body)
    case 'smtp':
      return saveMailServer(tx, call, company, body)
    case 'newagency':
      return saveNewAgency(tx, company, body)
    case 'minleaddayenhance':
      if (company.agencyId !== null) throw forbidden()
      return write('setting.enhanceMinimumChanged', { min_lead_day_enhance: body.minleaddayenhance })
    case 'rootAgencyEmbeddedCode':
      return saveEmbeddedCode(tx, call, company, body)
  }
}

async function saveNewAgency(tx: Tx, { rootId, agencyId }: SettingsTarget, body: Named<'newagency'>): Promise<Told> {
  if (agencyId !== null) throw forbidden()
  const from = await readNewAgencyDefaults(tx, rootId)
  const to = { modules: modulesOf(body.agencyDefaultModules), terms: termsOf(body.rootPaymentTermsNewAgencies) }
  await saveNewAgencyDefaults(tx, rootId, to)
  return { action: 'setting.newAgenciesChanged', from: { ...from }, to }
}

/** What the operator decides of an agency. */
function checkRootsOwn({ caller }: SignedInCall, { agencyId }: SettingsTarget): void {
  if (caller.kind !== 'rootSystem' || agencyId === null) throw forbidden()
}

/** Only what differs, pictures by their length. */
function changesOf(was: Record<string, unknown>, columns: Record<string, unknown>): Pick<Told, 'from' | 'to'> {
  const differing = Object.keys(columns).filter((name) => plain(was[name]) !== plain(columns[name]))
  const pick = (values: Record<string, unknown>) =>
    Object.fromEntries(
      differing.map((name) => [name, name.endsWith('_svg') ? pictureNote(values[name]) : values[name]]),
    )
  return { from: pick(was), to: pick(columns) }
}
const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))
const pictureNote = (value: unknown): string | null =>
  typeof value === 'string' ? `picture of ${value.length} bytes` : null

const looksColumns = (body: Named<'branding'>) => ({
  name: body.name,
  brand_color: body.brand_color,
  box_bgcolor: body.box_bgcolor || null,
  text_color: body.text_color || null,
  link_color: body.link_color || null,
  template_bgcolor: body.template_bgcolor || null,
  sidebar_bgcolor: body.sidebar_bgcolor || null,
  font: body.font_theme,
})

async function readPictures({ logo, icon }: Named<'branding'>): Promise<Pictures> {
  const read = async (field: string, given: string | undefined, bounds: Parameters<typeof readPicture>[2]) =>
    given ? readPicture(field, given, bounds) : given === '' ? null : undefined
  const pictures = {
    logo_svg: await read('logo', logo, { width: 480, height: 128 }),
    icon_svg: await read('icon', icon, { width: 64, height: 64 }),
  }
  return Object.fromEntries(Object.entries(pictures).filter(([, value]) => value !== undefined))
}

function contactColumns({ settingname: _name, companyID: _id, actiontype: _type, ...fields }: Named<'company'>) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, name === 'legal_name' ? value : value || null]),
  )
}

/** R006, OQ-45: each module at an address of its own that hides no page. */
function checkModules(body: Named<'modules'>): Record<string, { name: string; url: string }> {
  for (const module of modules) {
    const others = modules.filter((other) => other !== module).map((other) => body[other].url)
    const problem = addressProblem(body[module].url, others)
    if (problem) throw invalid(`${module}.url`, problem)
  }
  return Object.fromEntries(modules.map((module) => [module, { ...body[module] }]))
}
