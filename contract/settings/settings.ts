import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { countryCodes } from '../core/countries.ts'
import { fromSession } from '../core/documented-keys.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { plainDigits } from '../core/plain-digits.ts'
import { timeZone } from '../core/time-zone.ts'
import { doneAnswer, flag, formVersion, line } from '../core/wire.ts'
import { color, colorOrNone } from '../branding/colors.ts'
import { embeddedCodeFields, embeddedCodeSetting } from '../branding/embedded-code.ts'
import { enhanceMinimum } from '../branding/enhance-minimum.ts'
import { fontThemes } from '../branding/fonts.ts'
import { mailServerFields, mailServerPassword, mailServerSetting } from '../mails/mail-server.ts'
import { byModule } from '../campaigns/modules.ts'
import { questionsToSave, shownQuestions } from '../campaigns/questions.ts'
import { pipelineToSave, shownPipeline } from '../leads/pipeline.ts'
import { costToSave, shownCost } from '../pricing/cost.ts'
import { minimumSpendToSave, shownMinimumSpend } from '../pricing/minimum-spend.ts'
import { paymentTerms, selectedModules, selectedTerms, someTerm } from '../companies/selections.ts'
import { email } from '../sign-in/session.ts'
import { sentences } from '../core/sentences.ts'
import type { Plain } from '../core/wire-names.ts'

/** Settings whose names the wire spells historically. */
export const historicSettingNames = { enhanceMinimum: 'minleaddayenhance', minimumSpend: 'minspend_setting' } as const

const stateCode = z.string().regex(/^[A-Z]{2}$/, sentences.state)
const optionalLine = (max = 255) => z.union([z.literal(''), line(max)])
/** A picture as the browser read it; empty removes it, if omitted it stays. */
const picture = z.union([
  z.literal(''),
  z
    .string()
    .max(700_000, sentences.pictureTooLarge)
    .regex(/^data:image\/(png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/, sentences.pictureType),
])

const brandingFields = {
  name: line(80),
  brand_color: color,
  box_bgcolor: colorOrNone,
  text_color: colorOrNone,
  link_color: colorOrNone,
  template_bgcolor: colorOrNone,
  sidebar_bgcolor: colorOrNone,
  font_theme: z.enum(fontThemes),
}
const companyFields = {
  legal_name: line(),
  short_name: optionalLine(40),
  contact_name: optionalLine(),
  contact_email: z.union([z.literal(''), email]),
  phone: z.union([
    z.literal(''),
    line(32)
      .overwrite(plainDigits)
      .regex(/^\+?[0-9 ().-]{5,32}$/, sentences.phone),
  ]),
  address: optionalLine(),
  city: optionalLine(100),
  zip: optionalLine(20),
  state_code: z.union([z.literal(''), stateCode]),
  country_code: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/, sentences.country)]),
}
const supportUrl = z.union([
  z.literal(''),
  z.url({ protocol: /^https$/, hostname: z.regexes.domain, message: sentences.httpsAddress }).max(500),
])
const moduleField = z.strictObject({ name: line(40), url: z.string().trim().toLowerCase().min(1).max(40) })
const moduleFields = byModule(() => moduleField)
/** Omitted modules keep their names, so that a page that does not know a new module yet can still save the others. */
const moduleFieldsToSave = byModule(() => moduleField.optional())

const countries = (description: string) =>
  z.array(z.enum(countryCodes, sentences.country)).max(260).optional().meta({ description })
/** By the country of a visitor's network. Of several rules for a country the strictest holds. Omitted ones stay as they are. */
const ownRegionRules = {
  company_countries: countries('Countries in which only companies are recognized.'),
  count_countries: countries('Countries in which visits are only counted.'),
  nothing_countries: countries('Countries in which nothing is stored or sent.'),
}

/** What is saved under each name, besides the company. */
const where = {
  companyID: id,
  /** From the documents (D2§7 L221), without effect: this call only saves. */ actionType: z
    .string()
    .max(32)
    .optional(),
}
/** The same for settings that are saved as one form. */
const form = { ...where, version: formVersion.optional() }

const settingToSave = z.discriminatedUnion('settingname', [
  z.strictObject({ ...form, settingname: z.literal('support'), support_url: supportUrl }),
  z.strictObject({
    ...form,
    settingname: z.literal('branding'),
    ...brandingFields,
    logo: picture.optional(),
    icon: picture.optional(),
  }),
  z.strictObject({ ...form, settingname: z.literal('minleaddayenhance'), minleaddayenhance: enhanceMinimum }),
  z.strictObject({
    ...form,
    settingname: z.literal('regionrules'),
    forbidden_states: z
      .array(stateCode)
      .max(60)
      .transform((states) => [...new Set(states)].toSorted())
      .meta({ description: 'States whose residents are never identified.' }),
    ...ownRegionRules,
  }),
  z.strictObject({ ...form, settingname: z.literal('campaignquestions'), questions: questionsToSave }),
  z.strictObject({ ...form, settingname: z.literal('leadpipeline'), statuses: pipelineToSave }),
  z.strictObject({ ...form, settingname: z.literal('company'), ...companyFields }),
  z.strictObject({ ...form, settingname: z.literal('timezone'), timezone: timeZone }),
  z.strictObject({ ...form, settingname: z.literal('modules'), ...moduleFieldsToSave }),
  z.strictObject({ ...form, settingname: z.literal('costagency'), ...costToSave }),
  z.strictObject({ ...form, settingname: z.literal('minspend_setting'), ...minimumSpendToSave }),
  z.strictObject({
    ...form,
    settingname: z.literal('newagency'),
    /** Defaults of a new agency (OQ-22). */
    rootPaymentTermsNewAgencies: someTerm,
    agencyDefaultModules: selectedModules,
  }),
  z.strictObject({
    ...where,
    settingname: z.literal('rootAgencyEmbeddedCode'),
    ...embeddedCodeFields,
    /** If omitted, it stays as it is. */
    height: embeddedCodeFields.height.optional(),
    /** The version that was edited: a newer one from somebody else is not overwritten. If omitted, the last save wins. */
    version: z.int().min(0).optional(),
  }),
  z.strictObject({
    ...form,
    settingname: z.literal('smtp'),
    ...mailServerFields,
    password: mailServerPassword,
  }),
  z.strictObject({ ...where, settingname: z.literal('embeddedCodeSwitch'), forbidden: flag }),
  /** T: the agency is not in the beta of the Data Wallet. One that was topped up stays open. */
  z.strictObject({ ...where, settingname: z.literal('walletswitch'), hidden: flag }),
  z.strictObject({ ...where, settingname: z.literal('whitelabelling'), is_whitelabeling: flag }),
])
export type SettingToSave = Plain<z.output<typeof settingToSave>>

const shownSetting = z.discriminatedUnion('settingname', [
  embeddedCodeSetting,
  z.object({ settingname: z.literal('embeddedCodeSwitch'), forbidden: flag }),
  z.object({ settingname: z.literal('walletswitch'), hidden: flag }),
  z.object({ settingname: z.literal('whitelabelling'), is_whitelabeling: flag }),
  z.object({
    settingname: z.literal('branding'),
    ...brandingFields,
    logo_svg: z.string().nullable(),
    icon_svg: z.string().nullable(),
    is_whitelabeling: flag,
  }),
  z.object({
    settingname: z.literal('company'),
    ...Object.fromEntries(Object.keys(companyFields).map((key) => [key, z.string()])),
  } as { settingname: z.ZodLiteral<'company'> } & Record<keyof typeof companyFields, z.ZodString>),
  z.object({ settingname: z.literal('timezone'), timezone: z.string() }),
  z.object({ settingname: z.literal('modules'), ...moduleFields }),
  z.object({ settingname: z.literal('support'), support_url: z.string() }),
  z.object({
    settingname: z.literal('regionrules'),
    forbidden_states: z.array(z.string()),
    company_countries: z.array(z.string()),
    count_countries: z.array(z.string()),
    nothing_countries: z.array(z.string()),
  }),
  z.object({ settingname: z.literal('campaignquestions'), questions: shownQuestions }),
  z.object({ settingname: z.literal('leadpipeline'), statuses: shownPipeline }),
  z.object({ settingname: z.literal('minleaddayenhance'), minleaddayenhance: z.int() }),
  z.object({ settingname: z.literal('costagency'), ...shownCost.shape }),
  z.object({ settingname: z.literal('minspend_setting'), ...shownMinimumSpend.shape }),
  mailServerSetting,
  z.object({
    settingname: z.literal('newagency'),
    rootPaymentTermsNewAgencies: selectedTerms,
    agencyDefaultModules: selectedModules,
  }),
])
type ShownSetting = Plain<z.output<typeof shownSetting>>
/** Settings of a company by name (C028, C175). */
export type SettingName = ShownSetting['settingName']
const settingNames = shownSetting.options.map(({ shape }) => shape.settingname.value)
export type SettingNamed<Name extends SettingName> = Extract<ShownSetting, { settingName: Name }>

const readers: Access = {
  rootSystem: { reach: ['own', 'below'] },
  rootAdmin: { reach: ['own', 'below'], permission: 'settings.enable' },
  agencyOwner: { reach: ['own'] },
  // All administrators may read what the page itself needs; the rest requires the settings menu (see the use case).
  administrator: { reach: ['own'] },
  // Only their agency's code; clients cannot name an agency's id.
  client: { reach: ['own'] },
  // R148: only prices of what is assigned to them.
  accountExecutive: { reach: ['below'] },
}

export const readSetting = operation({
  id: 'C028',
  name: 'readSetting',
  area: 'settings',
  method: 'GET',
  path: '/configuration/setting',
  summary:
    'Reads a setting of a company by name. Without the settings permission, an agency’s people and clients can read only the embedded code.',
  query: z.strictObject({ companyID: id.optional(), settingname: z.enum(settingNames), idsys: fromSession('system') }),
  answer: z.object({
    result: z.literal('success'),
    data: shownSetting,
    /** For settings that are saved as one form: identifies what was read when saving. */
    version: formVersion.optional(),
    /** With costagency: the operator's own prices, the default of agencies without their own. */
    rootcostagency: shownCost.optional(),
    /** With costagency: the first term that the company may use. */
    dpay: z.enum(paymentTerms).optional(),
  }),
  access: readers,
  object: { kind: 'company', in: 'query', key: 'companyID' },
})

export const saveSetting = operation({
  id: 'C175',
  name: 'saveSetting',
  area: 'settings',
  method: 'PUT',
  path: '/configuration/setting',
  summary:
    'Saves a setting of a company by name. Embedded code and the mail server require a recent confirmation of identity.',
  body: settingToSave,
  answer: doneAnswer.extend({
    /** For settings that are saved as one form: the version for the next save. */
    version: formVersion.optional(),
  }),
  errors: ['conflict'],
  access: {
    rootSystem: { reach: ['own', 'below'] },
    rootAdmin: { reach: ['own', 'below'], permission: 'settings.update' },
    agencyOwner: { reach: ['own'] },
    administrator: { reach: ['own'], permission: 'settings.update' },
    // R148: only prices (`costagency`).
    accountExecutive: { reach: ['below'] },
  },
  object: { kind: 'company', in: 'body', key: 'companyID' },
  limits: [{ count: 60, perSeconds: 300, by: 'user' }],
})
