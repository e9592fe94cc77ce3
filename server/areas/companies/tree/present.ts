import { fullAccess } from '#contract/people/roles.ts'
import { isSales, type AccountState } from '#contract/guards/access-context.ts'
import { modules, type Module } from '#contract/campaigns/modules.ts'
import {
  moduleChoices,
  paymentTerms,
  termChoices,
  toSelectedModules,
  toSelectedTerms,
  type PaymentTerm,
} from '#contract/companies/selections.ts'
import { callingCodeOf } from '#server/platform/calling-code.ts'
import type { ChildNode, CompanyRow } from '#contract/companies/companies.ts'
import type { Package } from '#contract/pricing/packages.ts'
import type { Caller } from '#server/platform/call.ts'

/** A company with its main user and its stored counts, as returned by the list's query. */
export interface CompanyLine {
  companyId: string
  rootId: string
  kind: 'agency' | 'client'
  name: string
  status: 'active' | 'disabled'
  paymentStatus: 'ok' | 'failed'
  createdAt: Date
  userId: string | null
  fullName: string
  email: string
  phone: string | null
  phoneCountry: string | null
  isProfileComplete: boolean | null
  account: AccountState | null
  organizationId: string
  modules: Module[]
  terms: PaymentTerm[]
  /** The full host name. */
  subdomain: string | null
  domain: string | null
  isInvited: boolean
  campaigns: number
  activeCampaigns: number
  groupId: string | null
  groupName: string | null
  apiMode: boolean
  hasApiKey: boolean
  hasAcceptedDeveloper: boolean
  isWhiteLabeled: boolean
  excludeMinimumSpend: boolean
  package: Package | null
  manualBill: boolean
  hasOnboardingFee: boolean
  isFeeExcluded: boolean
  isFeeCharged: boolean
  isSettlementDue: boolean
  customerId: string | null
  salesRepId: string | null
  salesRep: string | null
  executiveId: string | null
  executive: string | null
  referrerId: string | null
  referrer: string | null
}

const rootModules = moduleChoices(modules)
const rootPaymentTerms = termChoices(paymentTerms)
const labelOf = (host: string | null): string => host?.split('.', 1)[0] ?? ''

const presentCompany = (line: CompanyLine, children: ChildNode[] = []): CompanyRow => ({
  id: line.userId,
  company_id: line.companyId,
  company_root_id: line.rootId,
  company_name: line.name,
  name: line.fullName,
  email: line.email,
  phone: line.phone ?? '',
  phone_country_code: line.phoneCountry ?? 'US',
  phone_country_calling_code: callingCodeOf(line.phoneCountry ?? 'US'),
  accountState: line.account ?? '',
  role_id: fullAccess,
  profile_setup_completed: line.isProfileComplete ?? false,
  children,
  subdomain: labelOf(line.subdomain),
  storedSubdomain: labelOf(line.subdomain),
  domain: line.domain ?? '',
  externalId: line.organizationId,
  selected_modules: toSelectedModules(line.modules),
  selected_payment_term: toSelectedTerms(line.terms),
  rootModules,
  rootPaymentTerms,
  user_type: line.kind === 'client' ? 'client' : 'userdownline',
  payment_status: line.paymentStatus,
  status: line.isInvited && line.status === 'active' ? 'invited' : line.status,
  campaigns: line.campaigns,
  active_campaigns: line.activeCampaigns,
  created_at: line.createdAt.toISOString(),
  groupId: line.groupId,
  groupName: line.groupName,
  api_mode: line.apiMode,
  is_user_generate_api: line.hasApiKey,
  is_marketing_services_agreement_developer: line.hasAcceptedDeveloper,
  is_whitelabeling: line.isWhiteLabeled,
  exclude_minimum_spend: line.excludeMinimumSpend ? 1 : 0,
  package_id: (line.kind === 'agency' && line.package) || '',
  manual_bill: line.manualBill,
  settlement_due: line.isSettlementDue,
  agency_onboarding_status: line.hasOnboardingFee,
  exclude_onboard_charge: line.isFeeExcluded,
  is_onboard_charged: line.isFeeCharged,
  customer_payment_id: line.customerId,
  salesRepId: line.salesRepId,
  salesRep: line.salesRep,
  accountExecutiveId: line.executiveId,
  accountExecutive: line.executive,
  referrerId: line.referrerId,
  referrer: line.referrer,
})

/** Billing and developer fields, left empty. */
const defaults = {
  api_mode: false,
  is_user_generate_api: false,
  is_marketing_services_agreement_developer: false,
  exclude_minimum_spend: 0,
  package_id: '',
  manual_bill: false,
  settlement_due: false,
  agency_onboarding_status: false,
  exclude_onboard_charge: false,
  is_onboard_charged: false,
  customer_payment_id: null,
} as const satisfies Partial<CompanyRow>

/** As visible to this caller: sales staff do not get the data behind icons that they do not have (R151, OQ-34). */
export const presentTo = ({
  rights,
}: Pick<Caller, 'rights'>): ((line: CompanyLine, children?: ChildNode[]) => CompanyRow) =>
  rights && isSales(rights)
    ? (line, children) => ({ ...presentCompany(line, children), ...defaults, accountState: '', payment_status: 'ok' })
    : presentCompany

/** Fields that are empty for people, because they belong to companies. */
export const ofNoCompany = {
  groupId: null,
  groupName: null,
  is_whitelabeling: true,
  ...defaults,
  salesRepId: null,
  salesRep: null,
  accountExecutiveId: null,
  accountExecutive: null,
  referrerId: null,
  referrer: null,
  accountState: '',
  children: [],
  subdomain: '',
  storedSubdomain: '',
  domain: '',
  externalId: '',
  selected_modules: [],
  selected_payment_term: [],
  rootModules: [],
  rootPaymentTerms: [],
} satisfies Partial<CompanyRow>
