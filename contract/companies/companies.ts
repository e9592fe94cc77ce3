import { z } from 'zod'
import { accountStates } from '../guards/access-context.ts'
import { ownPermissions, shownRoleId } from '../people/roles.ts'
import { moduleFilter } from '../campaigns/modules.ts'
import { fromSession } from '../core/documented-keys.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { groupSegment } from './groups.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneWith, flag, formVersion, instant, searchText, unusedSegment } from '../core/wire.ts'
import { packageId } from '../pricing/packages.ts'
import { choice, selectedModules, selectedTerms } from './selections.ts'
import { sentences } from '../core/sentences.ts'
import type { Plain } from '../core/wire-names.ts'

const isAllOf = (allNames: readonly string[], text: string): boolean =>
  text === '' || text === 'all' || text.split(',').every((name) => allNames.includes(name))

export const companySortKeys = ['company_name', 'full_name', 'email', 'created_at'] as const

/** Summary of a company below one in the list. */
const childNode = z.object({
  id: id.nullable(),
  company_id: id,
  company_name: z.string(),
  name: z.string(),
  email: z.string(),
  user_type: z.literal('client'),
})
export type ChildNode = Plain<z.output<typeof childNode>>

/** A client of an agency or an agency of the root, with its main user; or an administrator or salesperson. */
export const companyRow = z.object({
  id: id.nullable().meta({ description: 'The main user; null if the company has none.' }),
  company_id: id,
  company_root_id: id,
  company_name: z.string(),
  name: z.string(),
  email: z.string(),
  phonenum: z.string(),
  /** ISO 3166 code of the phone number's country; US if there is no number. */
  phone_country_code: z.string(),
  /** `+1`. */
  phone_country_calling_code: z.string(),
  user_type: z.enum(['client', 'userdownline', 'administrator', 'sales']),
  /** `failed` or anything else (D2§3 L49). */
  payment_status: z.enum(['ok', 'failed']),
  /** `invited`: the administrator, or the company's main user, has not set a password yet. */
  status: z.enum(['active', 'disabled', 'invited']),
  /** Where the company's payment account is. */
  status_acc: z.enum(accountStates),
  /** F means full access inside the own company (R144), which main users have. */
  role_id: shownRoleId,
  /** T: the person has completed Profile Setup. */
  profile_setup_completed: flag,
  /** For agencies: the first ten of its clients by name; empty for all others. */
  children: z.array(childNode),
  /** Under the root's host; empty for clients, who use their agency's. */
  subdomain: z.string(),
  /** The stored value, for forms that show the host separately. */
  orisubdomain: z.string(),
  /** For agencies: the custom domain it claimed, verified or not. */
  domain: z.string(),
  external_organizationid: z.string(),
  selected_modules: selectedModules,
  selected_payment_term: selectedTerms,
  /** The modules and terms that can be selected. */
  rootmodules: z.array(choice),
  rootpaymentterm: z.array(choice),
  campaigns: z.int(),
  active_campaigns: z.int(),
  created_at: instant,
  /** For clients: the group that their agency assigned them to. */
  companyGroupID: id.nullable(),
  companyGroupName: z.string().nullable(),
  /** T: the developer API may be used. */
  api_mode: flag,
  /** T: a key was created since it was last enabled, and is valid. */
  is_user_generate_api: flag,
  /** T: the newest agreement for developers was accepted since then (R113). */
  is_marketing_services_agreement_developer: flag,
  /** F: the agency uses its operator's colors. */
  is_whitelabeling: flag,
  /** 1: this agency is exempt from the minimum spend (OQ-47). */
  exclude_minimum_spend: z.union([z.literal(0), z.literal(1)]),
  /** For agencies; empty for all others and for those without a package. */
  package_id: packageId,
  /** T: its campaigns are billed at wholesale price to its card (R195). */
  manual_bill: flag,
  /** T: charging what it owed when that was switched off failed, and it is still due. */
  settlement_due: flag,
  /** T: an onboarding fee is set, by the operator for everybody or for this agency. */
  agency_onboarding_status: flag,
  /** T: this agency is exempt (OQ-25). */
  exclude_onboard_charge: flag,
  is_onboard_charged: flag,
  /** The gateway's customer id; null if it has no card. */
  customer_payment_id: z.string().nullable(),
  /** Root staff that the agency is assigned to, with their names; null if none. */
  salesrepid: id.nullable(),
  salesrep: z.string().nullable(),
  accountexecutiveid: id.nullable(),
  accountexecutive: z.string().nullable(),
  accountrefid: id.nullable(),
  accountref: z.string().nullable(),
  /** For administrators: their permissions, and when their invitation expires. */
  administrator: z
    .object({
      role_id: shownRoleId,
      role_name: z.string().nullable(),
      permission_active: flag,
      user_permissions: ownPermissions,
      invited_until: instant.nullable(),
      invitation_expired: flag,
      /** T: the company's contact. */
      defaultAdmin: flag,
      /** T: the contact shown to people of the companies below. */
      customercare: flag,
      /** T: gets the emails that require action. */
      adminGetNotification: flag,
      /** T: two-factor authentication is required. */
      twoFactorAuth: flag,
      version: formVersion,
    })
    .optional(),
  /** For sales staff: their role, the state of their payment account, and their assigned agencies. */
  sales: z
    .object({
      isAccExecutive: flag,
      accountconnected: z.enum(accountStates),
      /** Number of agencies, in any role. */
      agencies: z.int(),
      invited_until: instant.nullable(),
      invitation_expired: flag,
      /** T: two-factor authentication is required. */
      twoFactorAuth: flag,
      version: formVersion,
    })
    .optional(),
})
export type CompanyRow = Plain<z.output<typeof companyRow>>

/** What an edit form needs besides the list row. */
const companyDetail = companyRow.extend({
  /** For clients: their website. */
  ClientDomain: z.string(),
  /** For clients: F hides phone numbers of leads from them. */
  enablephonenumber: flag,
  /** For clients: T lets their report recipients edit the sheets that are shared with them. */
  editorspreadsheet: flag,
  /** T: the client's people may create campaigns (OQ-12). */
  disabledaddcampaign: flag,
  /** T: emails that require action are not sent to the main user. */
  disabledreceivedemail: flag,
  /** T: two-factor authentication is required for the main user. */
  twoFactorAuth: flag,
  /** For agencies: the person chosen as their contact; null if none. */
  contact: z.object({ name: z.string(), email: z.string(), phonenum: z.string() }).nullable(),
  version: formVersion,
  /** For agencies: the version of the sales staff assigned to it. */
  sales_version: formVersion,
})
export type CompanyDetail = Plain<z.output<typeof companyDetail>>

/** Additional filters of an agency tree (R186); several are joined by commas and must all match. */
export const companyFilters = ['direct_payment', 'payment_failed', 'api_key', 'developer_mode'] as const

export const listCompanies = operation({
  id: 'C042',
  name: 'listCompanies',
  area: 'companies',
  method: 'GET',
  path: '/configuration/user/{companyID}/{group}/{idsys}/{type}/{module}/{sort}/{order}/{search}',
  summary:
    'Lists an agency’s clients (type `client`), the operator’s agencies (`agency`), a company’s administrators or the operator’s sales staff. Sales staff see the agencies assigned to them and those agencies’ clients.',
  params: z.strictObject({
    companyID: id,
    group: groupSegment.meta({ description: 'Only clients in this group.' }),
    idsys: fromSession('system'),
    type: z.enum(['client', 'agency', 'administrator', 'sales']),
    module: moduleFilter.meta({ description: 'Only companies with a campaign in this module.' }),
    sort: z.enum(['', 'all', 'none', ...companySortKeys]).default('all'),
    order: z.enum(['', 'all', 'none', 'asc', 'desc']).default('all'),
    search: searchText,
  }),
  query: pageQuery.extend({
    CardStatus: z.enum(['', 'all', 'ok', 'failed']).default('all').meta({ description: 'By payment status.' }),
    CampaignStatus: z
      .enum(['', 'all', 'active', 'inactive'])
      .default('all')
      .meta({ description: 'By whether a campaign is active.' }),
    Filters: z
      .string()
      .max(100)
      .default('all')
      .refine((text) => isAllOf(companyFilters, text), sentences.choice)
      .meta({ description: 'Names of filters, separated by commas; all must match.' }),
    Exclude: unusedSegment,
  }),
  answer: pageOf(companyRow),
  access: {
    rootSystem: { reach: ['own', 'below'] },
    rootAdmin: { reach: ['own', 'below'], anyMenu: true },
    agencyOwner: { reach: ['own'] },
    administrator: { reach: ['own'], anyMenu: true },
    accountExecutive: { reach: ['own', 'below'] },
  },
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const getCompany = operation({
  id: 'own',
  name: 'getCompany',
  area: 'companies',
  method: 'GET',
  path: '/configuration/company/{id}',
  summary: 'Reads one client or agency with its main user, as shown in the list and in its form.',
  params: z.strictObject({ id }),
  answer: doneWith(companyDetail),
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], anyMenu: true },
    agencyOwner: { reach: ['own', 'below'] },
    administrator: { reach: ['own', 'below'], anyMenu: true },
    client: { reach: ['own'] },
    accountExecutive: { reach: ['below'] },
  },
  object: { kind: 'company', in: 'params', key: 'id' },
})
