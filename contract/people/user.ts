import { z } from 'zod'
import { bootBrand } from '../branding/domain.ts'
import { byModule } from '../campaigns/modules.ts'
import { signedInEverywhere } from '../core/access.ts'
import { languages } from '../core/language.ts'
import { id, idOrAll } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { flag, instant } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { packageId } from '../pricing/packages.ts'
import { shownMinimumSpend } from '../pricing/minimum-spend.ts'
import { choice, selectedModules, selectedTerms } from '../companies/selections.ts'
import { accountStates, unpaidReasons } from '../guards/access-context.ts'
import { profileData } from './profile-data.ts'
import { ownPermissions, shownRoleId } from './roles.ts'

/** 0: the connected account can take nothing, or pays nothing out (K006). */
const enabled = z.literal([0, 1])
const color = z.string().nullable()

/** A signed-in person as screens need to know them (D1 §3.1, the fields that exist). */
const userData = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phonenum: z.string().nullable(),
  company_id: id,
  /** The company above; null for people of the root operator. */
  company_parent: id.nullable(),
  company_name: z.string(),
  /** SVG: the agency's or the operator's; null for clients, who have none, and while there is none. */
  company_logo: z.string().nullable(),
  /** A client's agency; an agency's people are told no name and no logo besides their own. */
  companyparentname: z.string().nullable(),
  companyparentlogo: z.string().nullable(),
  company_root: id,
  user_type: z.enum(['user', 'userdownline', 'administrator', 'client', 'sales']),
  user_type_ori: z.enum(['user', 'userdownline', 'administrator', 'client', 'sales']),
  systemuser: flag,
  rootcomp: flag,
  isAccExecutive: flag,
  isViewMode: flag,
  /** In view mode: what the one who looks may do besides, and when it ends. */
  user_permissions_view_mode: z.object({ report_analytics: z.boolean() }).nullable(),
  view_mode_ends_at: instant.nullable(),
  /** In view mode: the brand that the person looked at sees. Null outside of it, where the page carries its host's. */
  viewed_brand: bootBrand.nullable(),
  /** `F` is full access inside the own company (R144); empty: no role, the own permissions count. */
  role_id: shownRoleId,
  /** T: permissions of the person's own count in place of the role's (R146). */
  permission_active: flag,
  /** The flags that count, wherever they come from. */
  user_permissions: ownPermissions,
  profile_setup_completed: flag,
  /** F: the tour of the screens has not come yet. */
  tour_seen: flag,
  ...profileData,
  /** Where the company's payment account is (OQ: the same as accountconnected). */
  status_acc: z.enum(accountStates),
  charges_enabled: enabled,
  payouts_enabled: enabled,
  /** T: the menu of leads is open to this person. */
  menuLeadspeek: flag,
  /** Which of local and locator the company has, joined by |. */
  leadspeek_type: z.string(),
  /** Where the own newest sign-in came from; null to everybody else. */
  ip_login: z.string().nullable(),
  /** In force on the person's host: the parent's sidebar and text where is_whitelabeling is F (R157). */
  box_bgcolor: color,
  text_color: color,
  link_color: color,
  template_bgcolor: color,
  sidebar_bgcolor: color,
  font_theme: z.string(),
  idsys: id,
  timezone: z.string(),
  /** What the person chose, on whichever device; a device that has chosen nothing follows it. Null before the first sign-in. */
  language: z.enum(languages).nullable(),
  leadlocalname: z.string(),
  leadlocalurl: z.string(),
  leadlocatorname: z.string(),
  leadlocatorurl: z.string(),
  leadenhancename: z.string(),
  leadenhanceurl: z.string(),
  leadb2bname: z.string(),
  leadb2burl: z.string(),
})
export type UserData = Plain<z.output<typeof userData>>

const answer = z.object({ result: z.literal('success'), data: userData })

export const readMe = operation({
  id: 'C016',
  name: 'readMe',
  area: 'people',
  method: 'GET',
  path: '/user',
  summary: 'The signed-in person.',
  answer,
  access: signedInEverywhere,
})

export const readUser = operation({
  id: 'C017',
  name: 'readUser',
  area: 'people',
  method: 'GET',
  path: '/user/{id}',
  summary: 'A person of the own company or of a company below.',
  params: z.strictObject({ id }),
  answer,
  access: {
    rootSystem: { reach: ['own', 'below'] },
    rootAdmin: { reach: ['own', 'below'], permission: 'settings.enable' },
    agencyOwner: { reach: ['own', 'below'] },
    administrator: { reach: ['own', 'below'], permission: 'settings.enable' },
    client: { reach: ['own'] },
  },
  object: { kind: 'user', in: 'params', key: 'id' },
})

const sidebarFlags = z.object(byModule(() => flag))

const shownFeature = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  is_beta: flag,
  apply_to_all_agency: flag,
})

/** Access information, as far as its facts exist (D1 §3.4): what guards and menus ask besides the user data. */
const accessInformation = z.object({
  setupcomplete: flag,
  /** `paymentfailed` holds a person back until it is settled (R074, R075). */
  accessmodule: z.enum(['', 'paymentfailed']),
  paymentStatusFailed: flag,
  /** Why the agency can start nothing that costs money; empty where nothing stops it, and for clients. */
  agency_unpaid: z.enum(['', ...unpaidReasons]),
  /** `other` is settled by hand. */
  paymentgateway: z.enum(['stripe', 'other']),
  accountconnected: z.enum(accountStates),
  charges_enabled: enabled,
  payouts_enabled: enabled,
  /** What the payment provider still asks for. */
  account_requirements: z.array(z.string()),
  disable_client_add_campaign: flag,
  /** T: the company has the developer API. */
  api_mode: flag,
  clientsidebar: sidebarFlags,
  agencyFilteredModules: sidebarFlags,
  /** T: a fee for coming in stands before the own company; of the operator's people: it asks for one (OQ-25). */
  agency_onboarding_status: flag,
  /** Dollars; 0 where no fee stands. */
  agency_onboarding_price: z.number(),
  /** Names the fee that is shown here when its first card is stored; empty for all who store none. */
  agency_onboarding_quote: z.string(),
  /** T: a coupon can be used on it. */
  agency_enable_coupon: flag,
  /** What agencies spend at least; null for clients (R150). */
  minspend_setting: shownMinimumSpend.nullable(),
  /** Of an agency's people; empty for all others and without one. */
  package_id: packageId,
  /** T: this person sees what is still tried out. */
  isBeta: flag,
  betaFeature: z.object({ b2b_module: shownFeature, data_wallet: shownFeature }),
  /** The campaign whose payment failed: charges are an agency's, so none. */
  fcampid: z.string(),
  /** What a failed payment has left due, in dollars; 0 while none failed. */
  finamt: z.number(),
  /** The company's own; every one for the operator's people. */
  paymenttermlist: z.array(choice),
  modules: selectedModules,
  /** What a new agency begins with (OQ-22): for the operator's people, empty for all others. */
  rootPaymentTermsNewAgencies: selectedTerms,
  agencyDefaultModules: selectedModules,
  /** Where an agency's people write tickets: the agency's own page, else the operator's (R057). */
  support_url: z.string().nullable(),
  /** Whom the company above has chosen to be asked; null for its own people and while nobody is. */
  support_contact: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** F: sidebar and text have the colors of the company above (R157). */
  is_whitelabeling: flag,
  /** The own mail server has failed a few times in a row; for those who can mend it. */
  mail_server_fails: flag,
  colors_parent: z.object({ text_color: z.string().nullable(), sidebar_bgcolor: z.string().nullable() }),
  /** How many groups the person's company has: the selector shows from the first on (R058). */
  company_groups: z.int(),
})
export type AccessInformation = Plain<z.output<typeof accessInformation>>

export const readAccess = operation({
  id: 'C018',
  name: 'readAccess',
  area: 'people',
  method: 'GET',
  path: '/user/checksetupcomplete/{id}',
  summary: "The signed-in person's access information (OQ-28).",
  params: z.strictObject({ id: idOrAll.meta({ description: 'The own id; `all` stands for it too.' }) }),
  answer: z.object({ result: z.literal('success'), data: accessInformation }),
  access: signedInEverywhere,
})
