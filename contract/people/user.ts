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
import { teamRights } from './team-rights.ts'

/** 0: the connected account cannot accept charges, or cannot pay out (K006). */
const enabledFlag = z.literal([0, 1])
const color = z.string().nullable()

/** A signed-in user as screens need it (D1 §3.1, the fields that exist). */
const userData = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phonenum: z.string().nullable(),
  company_id: id,
  /** The company above; null for people of the root operator. */
  company_parent: id.nullable(),
  company_name: z.string(),
  /** SVG: the agency's or the operator's; null for clients, who have none, and if there is none. */
  company_logo: z.string().nullable(),
  /** A client's agency; an agency's people get only their own name and logo. */
  companyparentname: z.string().nullable(),
  companyparentlogo: z.string().nullable(),
  company_root: id,
  user_type: z.enum(['user', 'userdownline', 'administrator', 'client', 'sales']),
  user_type_ori: z.enum(['user', 'userdownline', 'administrator', 'client', 'sales']),
  systemuser: flag,
  rootcomp: flag,
  isAccExecutive: flag,
  isViewMode: flag,
  /** In view mode: what the viewing user may do besides, and when view mode ends. */
  user_permissions_view_mode: z.object({ report_analytics: z.boolean() }).nullable(),
  view_mode_ends_at: instant.nullable(),
  /** In view mode: the brand that the viewed user sees. Null otherwise: the page then contains its host's brand. */
  viewed_brand: bootBrand.nullable(),
  /** `F` is full access inside the own company (R144); empty: no role, the person's own permissions apply. */
  role_id: shownRoleId,
  /** T: the person's own permissions replace the role's (R146). */
  permission_active: flag,
  /** The effective flags, wherever they come from. */
  user_permissions: ownPermissions,
  /** Of a client's colleague; null for main users, who have all rights, and everybody else. */
  team_rights: z.array(z.enum(teamRights)).nullable(),
  profile_setup_completed: flag,
  /** F: the tour of the screens has not been shown yet. */
  tour_seen: flag,
  ...profileData,
  /** State of the company's payment account (OQ: the same as accountconnected). */
  status_acc: z.enum(accountStates),
  charges_enabled: enabledFlag,
  payouts_enabled: enabledFlag,
  /** T: the leads menu is open to this user. */
  menuLeadspeek: flag,
  /** Which of local and locator the company has, joined by |. */
  leadspeek_type: z.string(),
  /** IP address of the user's own latest sign-in; null for everybody else. */
  ip_login: z.string().nullable(),
  /** In effect on the user's host: the parent's sidebar and text colors if is_whitelabeling is F (R157). */
  box_bgcolor: color,
  text_color: color,
  link_color: color,
  template_bgcolor: color,
  sidebar_bgcolor: color,
  font_theme: z.string(),
  idsys: id,
  timezone: z.string(),
  /** The user's choice, on whichever device; a device without its own choice uses it. Null before the first sign-in. */
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
  summary: 'Reads the signed-in person.',
  answer,
  access: signedInEverywhere,
})

export const readUser = operation({
  id: 'C017',
  name: 'readUser',
  area: 'people',
  method: 'GET',
  path: '/user/{id}',
  summary: 'Reads a person of the caller’s company or of a company below it.',
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

/** Access information, as far as its facts exist (D1 §3.4): what guards and menus need besides the user data. */
const accessInformation = z.object({
  setupcomplete: flag,
  /** `paymentfailed` blocks a user until it is settled (R074, R075). */
  accessmodule: z.enum(['', 'paymentfailed']),
  paymentStatusFailed: flag,
  /** Why the agency cannot start anything that costs money; empty if nothing blocks it, and for clients. */
  agency_unpaid: z.enum(['', ...unpaidReasons]),
  /** `other` is settled manually. */
  paymentgateway: z.enum(['stripe', 'other']),
  accountconnected: z.enum(accountStates),
  charges_enabled: enabledFlag,
  payouts_enabled: enabledFlag,
  /** What the payment provider still requires. */
  account_requirements: z.array(z.string()),
  disable_client_add_campaign: flag,
  /** T: the company has the developer API. */
  api_mode: flag,
  clientsidebar: sidebarFlags,
  agencyFilteredModules: sidebarFlags,
  /** T: an onboarding fee blocks the own company; for operator staff: the operator charges one (OQ-25). */
  agency_onboarding_status: flag,
  /** Dollars; 0 if there is no fee. */
  agency_onboarding_price: z.number(),
  /** Identifies the fee shown here when the first card is stored; empty for users who cannot store one. */
  agency_onboarding_quote: z.string(),
  /** T: it accepts coupons. */
  agency_enable_coupon: flag,
  /** Minimum spend of agencies; null for clients (R150). */
  minspend_setting: shownMinimumSpend.nullable(),
  /** For an agency's people; empty for all others and without a package. */
  package_id: packageId,
  /** T: this user sees beta features. */
  isBeta: flag,
  betaFeature: z.object({ b2b_module: shownFeature, data_wallet: shownFeature }),
  /** The campaign whose payment failed: charges belong to agencies, so none. */
  fcampid: z.string(),
  /** What a failed payment left due, in dollars; 0 if none failed. */
  finamt: z.number(),
  /** The company's own; all of them for operator staff. */
  paymenttermlist: z.array(choice),
  modules: selectedModules,
  /** Defaults of a new agency (OQ-22): for operator staff, empty for all others. */
  rootPaymentTermsNewAgencies: selectedTerms,
  agencyDefaultModules: selectedModules,
  /** Where an agency's people open tickets: the agency's own page, else the operator's (R057). */
  support_url: z.string().nullable(),
  /** The contact that the company above chose; null for its own people and if none was chosen. */
  support_contact: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** F: sidebar and text use the colors of the company above (R157). */
  is_whitelabeling: flag,
  /** The company's own mail server failed several times in a row; for users who can fix it. */
  mail_server_fails: flag,
  /** T: the agency's subdomain was chosen by the program, and its owner is asked for one before clients are invited. */
  asks_subdomain: flag,
  colors_parent: z.object({ text_color: z.string().nullable(), sidebar_bgcolor: z.string().nullable() }),
  /** How many groups the user's company has: the selector appears with the first one (R058). */
  company_groups: z.int(),
})
export type AccessInformation = Plain<z.output<typeof accessInformation>>

export const readAccess = operation({
  id: 'C018',
  name: 'readAccess',
  area: 'people',
  method: 'GET',
  path: '/user/checksetupcomplete/{id}',
  summary: 'Reads the caller’s access information (OQ-28).',
  params: z.strictObject({ id: idOrAll.meta({ description: 'The caller’s own ID, or `all`.' }) }),
  answer: z.object({ result: z.literal('success'), data: accessInformation }),
  access: signedInEverywhere,
  // D1§4 L149: unlike an expired access token, which a refresh replaces.
  endedMessage: 'Token expired',
})
