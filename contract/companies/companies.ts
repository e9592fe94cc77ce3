import { z } from 'zod'
import { accountStates } from '../guards/access-context.ts'
import { ownPermissions, shownRoleId } from '../people/roles.ts'
import { moduleFilter } from '../campaigns/modules.ts'
import { restated } from '../core/documented-keys.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { groupSegment } from './groups.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneWith, flag, formVersion, instant, searchText, unusedSegment } from '../core/wire.ts'
import { packageId } from '../pricing/packages.ts'
import { choice, selectedModules, selectedTerms } from './selections.ts'
import { sentences } from '../core/sentences.ts'
import type { Plain } from '../core/wire-names.ts'

const isAllOf = (known: readonly string[], text: string): boolean =>
  text === '' || text === 'all' || text.split(',').every((name) => known.includes(name))

export const companySortKeys = ['company_name', 'full_name', 'email', 'created_at'] as const

/** A company below one of the list, in short. */
const childNode = z.object({
  id: id.nullable(),
  company_id: id,
  company_name: z.string(),
  name: z.string(),
  email: z.string(),
  user_type: z.literal('client'),
})
export type ChildNode = Plain<z.output<typeof childNode>>

/** A client of an agency or an agency of the root, with its main user; or an administrator or a sales person with their company. */
export const companyRow = z.object({
  id: id.nullable().meta({ description: 'The main user; null while the company has none.' }),
  company_id: id,
  company_root_id: id,
  company_name: z.string(),
  name: z.string(),
  email: z.string(),
  phonenum: z.string(),
  /** ISO 3166, of the number; US while there is none. */
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
  /** F is full access inside the own company (R144), which main users have. */
  role_id: shownRoleId,
  /** T: the person has been through Profile Setup. */
  profile_setup_completed: flag,
  /** Of agencies: the first ten of its clients by name; empty for all others. */
  children: z.array(childNode),
  /** Below the root's host; empty for clients, who use their agency's. */
  subdomain: z.string(),
  /** The same as it is stored, for forms that put the host behind the other. */
  orisubdomain: z.string(),
  /** Of agencies: the domain of its own that it has named, proved or not. */
  domain: z.string(),
  external_organizationid: z.string(),
  selected_modules: selectedModules,
  selected_payment_term: selectedTerms,
  /** From what modules and terms can be selected. */
  rootmodules: z.array(choice),
  rootpaymentterm: z.array(choice),
  campaigns: z.int(),
  active_campaigns: z.int(),
  created_at: instant,
  /** Of clients: the group that their agency put them into. */
  companyGroupID: id.nullable(),
  companyGroupName: z.string().nullable(),
  /** T: the developer API may be used. */
  api_mode: flag,
  /** T: a key for it was made since it was last switched on, and works. */
  is_user_generate_api: flag,
  /** T: the newest agreement for developers was accepted since then (R113). */
  is_marketing_services_agreement_developer: flag,
  /** F: an agency that shows its operator's colors. */
  is_whitelabeling: flag,
  /** 1: the minimum spend is not asked of this agency (OQ-47). */
  exclude_minimum_spend: z.union([z.literal(0), z.literal(1)]),
  /** Of agencies; empty for all others and for one without. */
  package_id: packageId,
  /** T: its campaigns are billed at wholesale to its card (R195). */
  manual_bill: flag,
  /** T: what it owed when that was switched off was charged in vain, and is still to be paid. */
  settlement_due: flag,
  /** T: a fee for coming in is set, by the operator for everybody or for this agency. */
  agency_onboarding_status: flag,
  /** T: not of this agency (OQ-25). */
  exclude_onboard_charge: flag,
  is_onboard_charged: flag,
  /** The gateway's name of it; null while it has no card. */
  customer_payment_id: z.string().nullable(),
  /** Staff of the root that an agency is assigned to, with their names; null where nobody is. */
  salesrepid: id.nullable(),
  salesrep: z.string().nullable(),
  accountexecutiveid: id.nullable(),
  accountexecutive: z.string().nullable(),
  accountrefid: id.nullable(),
  accountref: z.string().nullable(),
  /** For administrators: what they may do, and until when their invitation works. */
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
      /** T: whom people of the companies below are told to ask. */
      customercare: flag,
      /** T: gets the mails that need somebody to act. */
      adminGetNotification: flag,
      /** T: a second factor is asked of them. */
      twoFactorAuth: flag,
      version: formVersion,
    })
    .optional(),
  /** For sales staff: what they are, how far their payments account is, and what is assigned to them. */
  sales: z
    .object({
      isAccExecutive: flag,
      accountconnected: z.enum(accountStates),
      /** Agencies, in whichever part. */
      agencies: z.int(),
      invited_until: instant.nullable(),
      invitation_expired: flag,
      /** T: a second factor is asked of them. */
      twoFactorAuth: flag,
      version: formVersion,
    })
    .optional(),
})
export type CompanyRow = Plain<z.output<typeof companyRow>>

/** What an edit form needs besides the line of the list. */
const companyDetail = companyRow.extend({
  /** Of clients: their web site. */
  ClientDomain: z.string(),
  /** Of clients: F keeps phone numbers of leads from them. */
  enablephonenumber: flag,
  /** T: the client's people may make campaigns (OQ-12). */
  disabledaddcampaign: flag,
  /** T: the mails that need somebody to act do not reach the main user. */
  disabledreceivedemail: flag,
  /** T: a second factor is asked of the main user. */
  twoFactorAuth: flag,
  /** Of agencies: who was chosen as their contact; null while nobody was. */
  contact: z.object({ name: z.string(), email: z.string(), phonenum: z.string() }).nullable(),
  version: formVersion,
})
export type CompanyDetail = Plain<z.output<typeof companyDetail>>

/** By which an agency tree can be narrowed besides (R186); several are joined by commas and all must hold. */
export const companyFilters = ['direct_payment', 'payment_failed', 'api_key', 'developer_mode'] as const

export const listCompanies = operation({
  id: 'C042',
  name: 'listCompanies',
  area: 'companies',
  method: 'GET',
  path: '/configuration/user/{companyID}/{group}/{idsys}/{type}/{module}/{sort}/{order}/{search}',
  summary:
    "Lists an agency's clients (type client), the root's agencies (agency), a company's administrators or the root's sales staff; to sales staff the agencies assigned to them and those agencies' clients.",
  params: z.strictObject({
    companyID: id,
    group: groupSegment.meta({ description: 'Only clients of this group.' }),
    idsys: restated('system'),
    type: z.enum(['client', 'agency', 'administrator', 'sales']),
    module: moduleFilter.meta({ description: 'Only companies that have a campaign in this module.' }),
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
      .meta({ description: 'Names of filters, joined by commas; all must hold.' }),
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
  summary: 'Reads one client or agency with its main user, as the list and its edit form show it.',
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
