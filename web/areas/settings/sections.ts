import { lazy, type ComponentType } from 'react'
import { mayDevelop } from '#contract/guards/menus.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { Me } from '../../session/me.ts'
import type { SettingsTarget } from '../../shells/settings/settled.ts'

export type SettingsSection = {
  /** Value of `?section=`. */
  key: string
  title: Text
  isFor: (me: Me, company: SettingsTarget) => boolean
  page: ComponentType<{ company: SettingsTarget }>
}

/** A page that settings lead to, although it stands alone. */
type SettingsPage = { to: string; title: Text; isFor: (me: Me) => boolean }

type Load = () => Promise<ComponentType<{ company: SettingsTarget }>>

/** Creates a section that loads when it is first shown. */
const section = (
  key: string,
  title: Text,
  load: Load,
  isFor: SettingsSection['isFor'] = () => true,
): SettingsSection => ({
  key,
  title,
  isFor,
  page: lazy(async () => ({ default: await load() })),
})

/** Settings of the operator that apply to all of its agencies. */
const isOperatorsOwn: SettingsSection['isFor'] = (me, { companyId }) =>
  me.side === 'root' && companyId === me.companyId && me.may('settings.update')

/** A group of sections; `pages` are linked from it and have addresses of their own. */
export type SectionGroup = {
  title: Text
  sections: readonly SettingsSection[]
  pages?: readonly SettingsPage[]
}

/** All sections of General Settings in display order; each lies in the area that it is about. */
export const sectionGroups: readonly SectionGroup[] = [
  {
    title: msg('Brand'),
    sections: [
      section('branding', msg('Branding'), () =>
        import('../branding/settings/branding-section.tsx').then((m) => m.BrandingSection),
      ),
      section('modules', msg('Modules'), () =>
        import('../branding/settings/modules-section.tsx').then((m) => m.ModulesSection),
      ),
      section(
        'subdomain',
        msg('Subdomain'),
        () => import('../branding/settings/subdomain-section.tsx').then((m) => m.SubdomainSection),
        (me, { isAgency }) => isAgency && ['rootSystem', 'agencyOwner'].includes(me.kind),
      ),
      section(
        'custom-domain',
        msg('Custom domain'),
        () => import('../branding/settings/custom-domain-section.tsx').then((m) => m.CustomDomainSection),
        (me, { isAgency }) => isAgency && ['rootSystem', 'agencyOwner'].includes(me.kind),
      ),
      section(
        'mail-server',
        msg('Mail server'),
        () => import('../branding/settings/mail-server-section.tsx').then((m) => m.MailServerSection),
        (me) => me.viewEndsAt === null && ['rootSystem', 'agencyOwner'].includes(me.kind),
      ),
      section(
        'emails',
        msg('Emails'),
        () => import('../mails/mail-samples-section.tsx').then((m) => m.MailSamplesSection),
        (me, { companyId }) =>
          me.viewEndsAt === null && companyId === me.companyId && ['rootSystem', 'agencyOwner'].includes(me.kind),
      ),
      section(
        'embedded-code',
        msg('Embedded code'),
        () => import('../branding/settings/embedded-code-section.tsx').then((m) => m.EmbeddedCodeSection),
        (me, { isAgency }) => isAgency && me.viewEndsAt === null && ['rootSystem', 'agencyOwner'].includes(me.kind),
      ),
      section('support', msg('Support'), () =>
        import('../branding/settings/support-section.tsx').then((m) => m.SupportSection),
      ),
    ],
  },
  {
    title: msg('Company'),
    sections: [
      section('company', msg('Company'), () =>
        import('../companies/settings/company-section.tsx').then((m) => m.CompanySection),
      ),
      section(
        'new-agencies',
        msg('New agencies'),
        () => import('../companies/settings/new-agencies-section.tsx').then((m) => m.NewAgenciesSection),
        (_me, { isAgency }) => !isAgency,
      ),
      section(
        'agreements',
        msg('Agreements'),
        () => import('../agreements/settings/agreements-section.tsx').then((m) => m.AgreementsSection),
        (me) => me.viewEndsAt === null,
      ),
      section(
        'referral',
        msg('Referral link'),
        () => import('../people/profile/referral-link.tsx').then((m) => m.ReferralLink),
        // Only the user's own link, even when the operator edits an agency's settings (OQ-61).
        (me, { companyId }) => me.viewEndsAt === null && companyId === me.companyId && me.may('settings.create'),
      ),
      section('user-logs', msg('User logs'), () =>
        import('../activity/settings/user-logs-section.tsx').then((m) => m.UserLogsSection),
      ),
    ],
  },
  {
    title: msg('Money'),
    sections: [
      section(
        'agency-prices',
        msg('Agency prices'),
        () => import('../companies/cost/cost-sections.tsx').then((m) => m.AgencyPricesSection),
        (_me, { isAgency }) => !isAgency,
      ),
      section(
        'client-prices',
        msg('Client prices'),
        () => import('../companies/cost/cost-sections.tsx').then((m) => m.ClientPricesSection),
        (_me, { isAgency }) => isAgency,
      ),
      section(
        'billing',
        msg('Billing'),
        () => import('../billing/settings/billing-section.tsx').then((m) => m.BillingSection),
        (me, { isAgency }) => isAgency && me.viewEndsAt === null,
      ),
      section(
        'taxes',
        msg('Taxes'),
        () => import('../taxes/settings/taxes-section.tsx').then((m) => m.TaxesSection),
        // Only for the user's own company: the operator does not set the taxes that an agency charges its clients.
        (me, { companyId }) => me.viewEndsAt === null && companyId === me.companyId,
      ),
      section(
        'payment-account',
        msg('Payment account'),
        () => import('../payments/settings/payment-account-section.tsx').then((m) => m.PaymentAccountSection),
        (me, { companyId }) => me.side === 'agency' && companyId === me.companyId,
      ),
      section(
        'data-wallet',
        msg('Data Wallet'),
        () => import('../wallet/settings/wallet-switch.tsx').then((m) => m.WalletSwitch),
        (me, { isAgency }) => isAgency && me.kind === 'rootSystem',
      ),
      section(
        'onboarding',
        msg('Onboarding and coupons'),
        () => import('../billing/settings/onboarding-section.tsx').then((m) => m.OnboardingSection),
        isOperatorsOwn,
      ),
      section(
        'minimum-spend',
        msg('Minimum spend'),
        () => import('../billing/settings/minimum-spend-section.tsx').then((m) => m.MinimumSpendSection),
        isOperatorsOwn,
      ),
      section(
        'returned-share',
        msg('Limit of returned share'),
        () => import('../reclaims/share-rule-card.tsx').then((m) => m.ShareRuleSection),
        isOperatorsOwn,
      ),
    ],
  },
  {
    title: msg('Rules'),
    sections: [
      section(
        'enhance',
        msg('Enhance ID minimum'),
        () => import('../identity/settings/enhance-section.tsx').then((m) => m.EnhanceSection),
        (me, { isAgency }) => me.side === 'root' && !isAgency,
      ),
      section(
        'regions',
        msg('Region rules'),
        () => import('../leads/settings/regions-section.tsx').then((m) => m.RegionsSection),
        (_me, { isAgency }) => isAgency,
      ),
      section(
        'lead-statuses',
        msg('Lead statuses'),
        () => import('../leads/settings/pipeline-section.tsx').then((m) => m.PipelineSection),
        (_me, { isAgency }) => isAgency,
      ),
      section(
        'campaign-questions',
        msg('Campaign questions'),
        () => import('../campaigns/settings/questions-section.tsx').then((m) => m.QuestionsSection),
        (_me, { isAgency }) => isAgency,
      ),
    ],
  },
  {
    title: msg('Developers'),
    sections: [],
    pages: [
      { to: '/developers', title: msg('API documentation'), isFor: ({ access }) => mayDevelop(access) },
      { to: '/user/webhooks', title: msg('Developer webhooks'), isFor: ({ access }) => mayDevelop(access) },
    ],
  },
]

export const sections: readonly SettingsSection[] = sectionGroups.flatMap((group) => group.sections)
