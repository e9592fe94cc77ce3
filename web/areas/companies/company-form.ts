import { createUser, updateUser } from '#contract/companies/users.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import { getCompany, listCompanies, type CompanyDetail } from '#contract/companies/companies.ts'
import {
  modulesOf,
  termsOf,
  toSelectedModules,
  toSelectedTerms,
  type PaymentTerm,
} from '#contract/companies/selections.ts'
import { listCompanyGroups } from '#contract/companies/groups.ts'
import { useAction } from '../../api/hooks.ts'
import { msg, useT, type Text, type Translate } from '../../i18n/texts.tsx'
import { useMe, type Me } from '../../session/me.ts'
import { notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm, type ServerForm } from '../../shells/server-form.ts'
import { callingCodeOf, phoneProblem, phoneTexts, usualCountry } from '../../ui/phone/read-phone.ts'
import type { PhoneValue } from '../../ui/phone/use-phone.ts'
import type { Offered } from './offered.ts'
import { throwServerBusy } from '../../shells/throw-server-busy.ts'

/** The kind of company being added. */
export type CompanyKind = 'agency' | 'client'

const fresh = {
  companyName: '',
  fullName: '',
  email: '',
  phone: { phone: '', country: usualCountry } as PhoneValue,
  password: '',
  subdomain: '',
  organizationId: '',
  modules: [] as Module[],
  terms: [] as PaymentTerm[],
  apiMode: false,
  whiteLabel: true,
  mayManageCampaigns: true,
  webSite: '',
  showsPhone: true,
  editsSheets: true,
  groupId: '',
  domain: '',
  getsNotices: true,
  twoFactorAuth: false,
}
export type CompanyValues = typeof fresh

const valuesOf = (company: CompanyDetail): CompanyValues => ({
  companyName: company.company_name,
  fullName: company.name,
  email: company.email,
  phone: { phone: company.phone, country: company.phone_country_code },
  password: '',
  subdomain: company.subdomain,
  organizationId: company.externalId,
  modules: modulesOf(company.selected_modules),
  terms: termsOf(company.selected_payment_term),
  apiMode: company.api_mode,
  whiteLabel: company.is_whitelabeling,
  mayManageCampaigns: company.mayManageCampaigns,
  webSite: company.siteUrl,
  showsPhone: company.showsPhone,
  editsSheets: company.editsSheets,
  groupId: company.groupId ?? '',
  domain: company.domain,
  getsNotices: !company.noticesOff,
  twoFactorAuth: company.twoFactorAuth,
})

/** R225 to R231; the server validates more strictly. */
function problemsOf(kind: CompanyKind, isNew: boolean, t: Translate) {
  const isAsked = kind === 'agency' && !isNew
  const requireText = (message: string) => (text: string) => (text.trim() ? null : message)
  return {
    companyName: isNew ? () => null : requireText(t('Enter the company name')),
    fullName: requireText(t('Enter the full name')),
    email: (email: string) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : t('Enter an email address')),
    phone: ({ phone, country }: PhoneValue) => {
      const problem = phone.trim() === '' && isAsked ? 'number' : phoneProblem(phone, country)
      return problem && t(phoneTexts[problem])
    },
    subdomain: (text: string) =>
      (text === '' && !isAsked) || kind === 'client' || /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(text.trim())
        ? null
        : t('Use letters, digits and hyphens, with no hyphen at either end.'),
    terms: (terms: readonly PaymentTerm[]) => (terms.length > 0 ? null : t('Please select payment term')),
  }
}

const fieldNames = {
  companyName: 'companyName',
  fullName: 'fullName',
  email: 'email',
  phone: 'phone',
  phoneCountry: 'phone',
  password: 'password',
  subdomain: 'subdomain',
  externalOrganizationId: 'organizationId',
  selectedModules: 'modules',
  selectedTerms: 'terms',
  apiMode: 'apiMode',
  whiteLabel: 'whiteLabel',
  siteUrl: 'webSite',
  showsPhone: 'showsPhone',
  editsSheets: 'editsSheets',
  groupId: 'groupId',
  customDomain: 'domain',
  noticesOff: 'getsNotices',
  twoFactorAuth: 'twoFactorAuth',
} as const satisfies Record<string, keyof CompanyValues>

/** Labels for fields that someone else has changed meanwhile. */
const fieldLabels: Readonly<Record<string, Text>> = {
  companyName: msg('Company name'),
  fullName: msg('Full name'),
  email: msg('Email'),
  phone: msg('Phone'),
  subdomain: msg('Subdomain'),
  customDomain: msg('Custom domain'),
  externalOrganizationId: msg('Organization ID'),
  selectedModules: msg('Products'),
  selectedTerms: msg('Payment terms'),
  apiMode: msg('Developer API'),
  whiteLabel: msg('White-label branding'),
  siteUrl: msg('Website'),
  showsPhone: msg('Phone numbers'),
  editsSheets: msg('Editing of shared sheets'),
  groupId: msg('Client group'),
  mayManageCampaigns: msg('Add campaigns'),
  noticesOff: msg('Email notifications'),
  twoFactorAuth: msg('Two-factor authentication required'),
}

const bodyOf = (kind: CompanyKind, by: Me['kind'], values: CompanyValues) => ({
  userType: kind === 'agency' ? ('userdownline' as const) : ('client' as const),
  companyName: values.companyName.trim(),
  fullName: values.fullName.trim(),
  email: values.email.trim(),
  phone: values.phone.phone,
  phoneCountry: values.phone.country || usualCountry,
  phoneCallingCode: callingCodeOf(values.phone.country),
  externalOrganizationId: values.organizationId.trim(),
  selectedModules: toSelectedModules(values.modules),
  selectedTerms: toSelectedTerms(values.terms),
  noticesOff: !values.getsNotices,
  twoFactorAuth: values.twoFactorAuth,
  ...(kind === 'agency'
    ? {
        subdomain: values.subdomain.trim().toLowerCase(),
        apiMode: values.apiMode,
        // Only the root's system users may change whose branding the agency shows.
        ...(by === 'rootSystem' && {
          whiteLabel: values.whiteLabel,
        }),
      }
    : {
        mayManageCampaigns: values.mayManageCampaigns,
        siteUrl: values.webSite.trim(),
        showsPhone: values.showsPhone,
        editsSheets: values.editsSheets,
        groupId: values.groupId,
      }),
})

const domainOf = ({ domain }: CompanyValues): string => domain.trim().toLowerCase()

const options = { invalidates: [listCompanies, getCompany, listCompanyGroups] } as const

/** Adds an agency or a client below the given company. */
export function useNewCompany(
  kind: CompanyKind,
  parentId: string,
  { usual }: Offered,
  onClose: () => void,
): ServerForm<CompanyValues> {
  const t = useT()
  const me = useMe()
  const create = useAction(createUser, options)
  return useServerForm<CompanyValues, { message: string }>({
    initialValues: { ...fresh, modules: [...usual.modules], terms: [...usual.terms] },
    validate: problemsOf(kind, true, t),
    fieldNames,
    // The password is sent only when there is one (R231).
    send: (values) =>
      create
        .mutateAsync({
          body: {
            ...bodyOf(kind, me.kind, values),
            companyId: parentId,
            ...(values.password && { password: values.password }),
            ...(values.domain && { customDomain: domainOf(values) }),
          },
        })
        .catch(throwServerBusy),
    onDone: notifyAndClose(onClose),
  })
}

/** Edits a company, starting from its stored values. */
export function useCompanyEdit(
  kind: CompanyKind,
  company: CompanyDetail,
  { onClose, onReload }: { onClose: () => void; onReload: () => void },
): ServerForm<CompanyValues> {
  const t = useT()
  const me = useMe()
  const update = useAction(updateUser, options)
  return useServerForm<CompanyValues, { message: string }>({
    initialValues: valuesOf(company),
    validate: problemsOf(kind, false, t),
    fieldNames,
    conflict: { onReload, labels: fieldLabels },
    send: (values, overwriting) =>
      update
        .mutateAsync({
          body: {
            ...bodyOf(kind, me.kind, values),
            companyId: company.company_id,
            userId: company.id!,
            action: 'downline',
            version: String(overwriting ?? company.version),
            // Sending a domain restarts its verification, so send it only if it changed.
            ...(domainOf(values) !== company.domain && { customDomain: domainOf(values) }),
          },
        })
        .catch(throwServerBusy),
    onDone: notifyAndClose(onClose),
  })
}

/** OQ-19: the key is the wire's, the label is what users see. */
export const termTexts = {
  Weekly: msg('Weekly'),
  Monthly: msg('Monthly'),
  OneTime: msg('One Time'),
  Prepaid: msg('Prepaid'),
} as const
