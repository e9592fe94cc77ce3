import { createUser, updateUser } from '#contract/companies/users.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import { fromFlag, toFlag } from '#contract/core/wire.ts'
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
import { notifyDone } from '../../shells/notify.tsx'
import { useServerForm, type ServerForm } from '../../shells/server-form.ts'
import { callingCodeOf, phoneProblem, phoneTexts, usualCountry } from '../../ui/phone/read-phone.ts'
import type { PhoneValue } from '../../ui/phone/use-phone.ts'
import type { Offered } from './offered.ts'
import { sayBusy } from './say-busy.ts'

/** What is added below whom. */
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
  phone: { phone: company.phonenum, country: company.phone_country_code },
  password: '',
  subdomain: company.subdomain,
  organizationId: company.external_organizationid,
  modules: modulesOf(company.selected_modules),
  terms: termsOf(company.selected_payment_term),
  apiMode: fromFlag(company.api_mode),
  whiteLabel: fromFlag(company.is_whitelabeling),
  mayManageCampaigns: fromFlag(company.disabledaddcampaign),
  webSite: company.ClientDomain,
  showsPhone: fromFlag(company.enablephonenumber),
  groupId: company.companyGroupID ?? '',
  domain: company.domain,
  getsNotices: !fromFlag(company.disabledreceivedemail),
  twoFactorAuth: fromFlag(company.twoFactorAuth),
})

/** R225 to R231; the server looks closer. */
function problemsOf(kind: CompanyKind, isNew: boolean, t: Translate) {
  const isAsked = kind === 'agency' && !isNew
  const needed = (message: string) => (text: string) => (text.trim() ? null : message)
  return {
    companyName: isNew ? () => null : needed(t('Enter the company name')),
    fullName: needed(t('Enter the full name')),
    email: (email: string) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : t('Enter an e-mail address')),
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
  ClientCompanyName: 'companyName',
  ClientFullName: 'fullName',
  ClientEmail: 'email',
  ClientPhone: 'phone',
  ClientPhoneCountryCode: 'phone',
  ClientPass: 'password',
  DownlineSubDomain: 'subdomain',
  DownlineOrganizationID: 'organizationId',
  selectedmodules: 'modules',
  selectedterms: 'terms',
  ApiMode: 'apiMode',
  ClientWhiteLabeling: 'whiteLabel',
  ClientDomain: 'webSite',
  enablephonenumber: 'showsPhone',
  companyGroupID: 'groupId',
  DownlineDomain: 'domain',
  disabledreceivedemail: 'getsNotices',
  twoFactorAuth: 'twoFactorAuth',
} as const satisfies Record<string, keyof CompanyValues>

/** What fields are called where somebody else has changed them. */
const fieldLabels: Readonly<Record<string, Text>> = {
  ClientCompanyName: msg('Company name'),
  ClientFullName: msg('Full name'),
  ClientEmail: msg('Email'),
  ClientPhone: msg('Phone'),
  DownlineSubDomain: msg('Subdomain'),
  DownlineDomain: msg('Custom domain'),
  DownlineOrganizationID: msg('Organization ID'),
  selectedmodules: msg('Products'),
  selectedterms: msg('Payment terms'),
  ApiMode: msg('Developer API'),
  ClientWhiteLabeling: msg('White-label branding'),
  ClientDomain: msg('Website'),
  enablephonenumber: msg('Phone numbers'),
  companyGroupID: msg('Client group'),
  disabledaddcampaign: msg('Add campaigns'),
  disabledreceivedemail: msg('Email notifications'),
  twoFactorAuth: msg('Two-factor authentication required'),
}

const bodyOf = (kind: CompanyKind, by: Me['kind'], values: CompanyValues) => ({
  userType: kind === 'agency' ? ('userdownline' as const) : ('client' as const),
  ClientCompanyName: values.companyName.trim(),
  ClientFullName: values.fullName.trim(),
  ClientEmail: values.email.trim().toLowerCase(),
  ClientPhone: values.phone.phone,
  ClientPhoneCountryCode: values.phone.country || usualCountry,
  ClientPhoneCountryCallingCode: callingCodeOf(values.phone.country),
  DownlineOrganizationID: values.organizationId.trim(),
  selectedmodules: toSelectedModules(values.modules),
  selectedterms: toSelectedTerms(values.terms),
  disabledreceivedemail: toFlag(!values.getsNotices),
  twoFactorAuth: toFlag(values.twoFactorAuth),
  ...(kind === 'agency'
    ? {
        DownlineSubDomain: values.subdomain.trim().toLowerCase(),
        ApiMode: toFlag(values.apiMode),
        // Whose colours it shows is said by the root's system users alone.
        ...(by === 'rootSystem' && {
          ClientWhiteLabeling: toFlag(values.whiteLabel),
        }),
      }
    : {
        disabledaddcampaign: toFlag(values.mayManageCampaigns),
        ClientDomain: values.webSite.trim(),
        enablephonenumber: toFlag(values.showsPhone),
        companyGroupID: values.groupId,
      }),
})

const domainOf = ({ domain }: CompanyValues): string => domain.trim().toLowerCase()

const shown = { invalidates: [listCompanies, getCompany, listCompanyGroups] } as const

/** Adds an agency or a client below the given company. */
export function useNewCompany(
  kind: CompanyKind,
  parentId: string,
  { usual }: Offered,
  onClose: () => void,
): ServerForm<CompanyValues> {
  const t = useT()
  const me = useMe()
  const create = useAction(createUser, shown)
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
            companyID: parentId,
            ...(values.password && { ClientPass: values.password }),
            ...(values.domain && { DownlineDomain: domainOf(values) }),
          },
        })
        .catch(sayBusy),
    onDone: ({ message }) => {
      notifyDone(t(message))
      onClose()
    },
  })
}

/** Changes one, with what it is now as the beginning. */
export function useCompanyEdit(
  kind: CompanyKind,
  company: CompanyDetail,
  { onClose, onReload }: { onClose: () => void; onReload: () => void },
): ServerForm<CompanyValues> {
  const t = useT()
  const me = useMe()
  const update = useAction(updateUser, shown)
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
            companyID: company.company_id,
            ClientID: company.id!,
            action: 'downline',
            version: String(overwriting ?? company.version),
            // Naming one anew begins its proof anew.
            ...(domainOf(values) !== company.domain && { DownlineDomain: domainOf(values) }),
          },
        })
        .catch(sayBusy),
    onDone: ({ message }) => {
      notifyDone(t(message))
      onClose()
    },
  })
}

/** OQ-19: the key is the wire's, the label what people read. */
export const termTexts = {
  Weekly: msg('Weekly'),
  Monthly: msg('Monthly'),
  OneTime: msg('One Time'),
  Prepaid: msg('Prepaid'),
} as const
