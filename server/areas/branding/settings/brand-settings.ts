import { fontThemes, type FontTheme } from '#contract/branding/fonts.ts'
import { modulesWith } from '#contract/branding/modules.ts'
import { addressProblem } from '#contract/branding/reserved-addresses.ts'
import { modules, type Module } from '#contract/campaigns/modules.ts'
import { defaultPipeline, type LeadStatus } from '#contract/leads/pipeline.ts'
import { historicSettingNames, type SettingName, type SettingNamed } from '#contract/settings/settings.ts'
import type { FormFields } from '#server/areas/activity/form-version.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Setting, SettingBody, SettingChange, SettingsOf, SettingsTarget } from '#server/areas/tenants/setting.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { invalid } from '#server/platform/failure.ts'
import { saveEmbeddedCode } from '../embedded/save-embedded-code.ts'
import { readEmbeddedCode } from '../embedded/read-embedded-code.ts'
import { assertOperatorsOfAgency, assertRoots } from './assert-operators.ts'
import { checkPipeline } from './check-pipeline.ts'
import { checkStates } from './check-states.ts'
import { givenCountryRules, mergeCountryRules, showCountryRules, type CountryRules } from './country-rules.ts'
import { checkQuestions, type CampaignQuestion } from './check-questions.ts'
import { enhanceMinimumOf } from './enhance-minimum.ts'
import { readBrandRow, readBrandRowIn, type BrandRow } from './read-brand-row.ts'
import { readPictures, type Pictures } from './read-pictures.ts'
import { updateBrand } from './own-brand.ts'

type Columns = Parameters<typeof updateBrand>[3]
interface ColumnSetting<Name extends SettingName, Checked> extends Pick<Setting<Name, Checked>, 'check'> {
  action: SettingChange['action']
  show: (row: BrandRow) => Omit<SettingNamed<Name>, 'settingName'>
  /** `readRow` returns the brand as it is until then; saves of a company's settings are serialized. */
  columns: (body: SettingBody<Name>, checked: Checked, readRow: () => Promise<BrandRow>) => Columns | Promise<Columns>
  /** The values that its form shows; a switch has no form and sends the new value. */
  fields?: (shown: Omit<SettingNamed<Name>, 'settingName'>) => FormFields
  /** The fields that a body changes, if it may omit some. */
  written?: (body: SettingBody<Name>) => readonly string[]
  /** Callers who may change settings but not this one. */
  assertMaySave?: (call: SignedInCall, company: SettingsTarget) => void
}

/** A setting that consists of columns of the company's brand. */
const column = <Name extends SettingName, Checked = unknown>(
  name: Name,
  { action, show, columns, check, fields, written, assertMaySave }: ColumnSetting<Name, Checked>,
): Setting<Name, Checked> => ({
  ...(check && { check }),
  ...(fields && {
    form: {
      actions: [action],
      read: async (tx: Tx, company: SettingsTarget) => fields(show(await readBrandRowIn(tx, company))),
      ...(written && { written }),
    },
  }),
  read: async (call, company) => ({
    data: { settingName: name, ...show(await readBrandRow(call, company)) } as SettingNamed<Name>,
  }),
  async save(tx, call, company, body, checkResult) {
    assertMaySave?.(call, company)
    const to = await columns(body, checkResult, () => readBrandRowIn(tx, company))
    const from = await updateBrand(tx, call.platform.clock.now(), company, to)
    return { action, ...changesOf(from, to) }
  },
})

const textOf = (row: BrandRow, name: string): string => String(row[name] ?? '')
const textsOf = <Name extends string>(row: BrandRow, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, textOf(row, name)])) as Record<Name, string>

const lookTexts = [
  'name',
  'brand_color',
  'box_bgcolor',
  'text_color',
  'link_color',
  'template_bgcolor',
  'sidebar_bgcolor',
] as const
const contactTexts = [
  'legal_name',
  'short_name',
  'contact_name',
  'contact_email',
  'phone',
  'address',
  'city',
  'zip',
  'state_code',
  'country_code',
] as const

/** The settings of a company's brand and its embedded code. */
export const brandSettings = {
  branding: column<'branding', Pictures>('branding', {
    action: 'branding.looksChanged',
    show: (row) => ({
      ...textsOf(row, lookTexts),
      font_theme: fontThemes.find((theme) => theme === row['font']) ?? ('Inter' satisfies FontTheme),
      logo_svg: (row['logo_svg'] as string | null | undefined) ?? null,
      icon_svg: (row['icon_svg'] as string | null | undefined) ?? null,
      is_whitelabeling: row['is_whitelabeling'] === true,
    }),
    fields: ({ logo_svg: logo, icon_svg: icon, is_whitelabeling: _switch, ...shown }) => ({ ...shown, logo, icon }),
    check: ({ caller }, _company, body) => readPictures(caller.companyId, body),
    columns: (body, pictures) => ({ ...looksColumns(body), ...pictures }),
  }),
  company: column('company', {
    action: 'company.contactChanged',
    show: (row) => textsOf(row, contactTexts),
    fields: (shown) => shown,
    columns: contactColumns,
  }),
  modules: column('modules', {
    action: 'setting.modulesChanged',
    show: (row) => modulesWith(row.modules),
    fields: (shown) => shown,
    written: givenModules,
    columns: async (body, _checked, readRow) => ({
      modules: JSON.stringify(mergeModules(body, (await readRow()).modules)),
    }),
  }),
  support: column('support', {
    action: 'setting.supportChanged',
    show: (row) => ({ support_url: textOf(row, 'support_url') }),
    fields: (shown) => shown,
    columns: (body) => ({ support_url: body.support_url || null }),
  }),
  regionrules: column('regionrules', {
    action: 'setting.regionRulesChanged',
    show: (row) => ({
      forbidden_states: (row['forbidden_states'] as string[] | undefined) ?? [],
      ...showCountryRules(row['country_rules'] as CountryRules | undefined),
    }),
    fields: (shown) => shown,
    written: (body) => ['forbidden_states', ...givenCountryRules(body)],
    check: (call, company, body) => checkStates(call, company, body.forbidden_states),
    columns: async (body, _checked, readRow) => ({
      forbidden_states: body.forbidden_states,
      country_rules: JSON.stringify(
        mergeCountryRules((await readRow())['country_rules'] as CountryRules | undefined, body),
      ),
    }),
  }),
  campaignquestions: column<'campaignquestions', CampaignQuestion[]>('campaignquestions', {
    action: 'setting.campaignQuestionsChanged',
    show: (row) => ({ questions: (row['campaign_questions'] as CampaignQuestion[] | undefined) ?? [] }),
    fields: (shown) => shown,
    check: checkQuestions,
    columns: (_body, questions) => ({ campaign_questions: JSON.stringify(questions) }),
  }),
  leadpipeline: column<'leadpipeline', LeadStatus[]>('leadpipeline', {
    action: 'setting.leadPipelineChanged',
    show: (row) => ({ statuses: (row['lead_pipeline'] as LeadStatus[] | null | undefined) ?? [...defaultPipeline] }),
    fields: (shown) => shown,
    check: checkPipeline,
    columns: (_body, statuses) => ({ lead_pipeline: JSON.stringify(statuses) }),
  }),
  embeddedCodeSwitch: column('embeddedCodeSwitch', {
    action: 'branding.embeddedCodeSwitched',
    show: (row) => ({ forbidden: row['embedded_code_forbidden'] === true }),
    columns: (body) => ({ embedded_code_forbidden: body.forbidden }),
    assertMaySave: assertOperatorsOfAgency,
  }),
  walletswitch: column('walletswitch', {
    action: 'branding.walletSwitched',
    show: (row) => ({ hidden: row['wallet_hidden'] === true }),
    columns: (body) => ({ wallet_hidden: body.hidden }),
    assertMaySave: assertOperatorsOfAgency,
  }),
  whitelabelling: column('whitelabelling', {
    action: 'branding.whiteLabellingSwitched',
    show: (row) => ({ is_whitelabeling: row['is_whitelabeling'] === true }),
    columns: (body) => ({ is_whitelabeling: body.is_whitelabeling }),
    assertMaySave: assertOperatorsOfAgency,
  }),
  [historicSettingNames.enhanceMinimum]: {
    form: {
      actions: ['setting.enhanceMinimumChanged'],
      read: async (tx, company) => ({
        enhanceMinimum: (await readBrandRowIn(tx, company))['min_lead_day_enhance'],
      }),
    },
    read: async (call) => ({
      data: { settingName: historicSettingNames.enhanceMinimum, enhanceMinimum: await enhanceMinimumOf(call) },
    }),
    async save(tx, call, company, body) {
      assertRoots(company)
      const to = { min_lead_day_enhance: body.enhanceMinimum }
      const from = await updateBrand(tx, call.platform.clock.now(), company, to)
      return { action: 'setting.enhanceMinimumChanged', ...changesOf(from, to) }
    },
  },
  rootAgencyEmbeddedCode: {
    isForEverybody: true,
    read: async (call, company) => ({ data: await readEmbeddedCode(call, company) }),
    check: saveEmbeddedCode.check,
    save: saveEmbeddedCode,
  },
} satisfies Partial<SettingsOf<SettingName>>

/** Only changed values; pictures are represented by their length. */
function changesOf(was: Record<string, unknown>, columns: Record<string, unknown>): Pick<SettingChange, 'from' | 'to'> {
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

const looksColumns = (body: SettingBody<'branding'>) => ({
  name: body.name,
  brand_color: body.brand_color,
  box_bgcolor: body.box_bgcolor || null,
  text_color: body.text_color || null,
  link_color: body.link_color || null,
  template_bgcolor: body.template_bgcolor || null,
  sidebar_bgcolor: body.sidebar_bgcolor || null,
  font: body.font_theme,
})

function contactColumns({
  settingName: _name,
  companyId: _id,
  actionType: _type,
  version: _version,
  ...fields
}: SettingBody<'company'>) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, name === 'legal_name' ? value : value || null]),
  )
}

/** R006, OQ-45: each module has its own address, which must not shadow a page. Omitted modules stay as they are. */
function mergeModules(body: SettingBody<'modules'>, own: BrandRow['modules']): BrandRow['modules'] {
  const changes = givenModules(body)
  const after = { ...own, ...Object.fromEntries(changes.map((module) => [module, body[module]!])) }
  const words = modulesWith(after)
  for (const module of changes) {
    const others = modules.filter((other) => other !== module).map((other) => words[other].url)
    const problem = addressProblem(words[module].url, others)
    if (problem) throw invalid(`${module}.url`, problem)
  }
  return after
}

function givenModules(body: SettingBody<'modules'>): Module[] {
  return modules.filter((module) => body[module] !== undefined)
}
