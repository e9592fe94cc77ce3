import { tabsOf, type PageTab } from '#contract/guards/page-tabs.ts'
import { msg, useT, type Text } from '../i18n/texts.tsx'
import { usePagePath } from '../session/address.ts'
import { useMe } from '../session/me.ts'
import { useModule } from '../session/module.ts'
import { TabRow } from './tab-row.tsx'

/** Names of tabs: the page's title, or the short form of it that its family leaves clear. */
export const tabTexts: Readonly<Record<string, Text>> = {
  '{module}/leads': msg('All leads'),
  '{module}/returns': msg('Returned leads'),
  'configuration/client-management': msg('Clients'),
  'configuration/agency-list': msg('Agencies'),
  'configuration/agencies-report': msg('Agencies report'),
  'configuration/receivables': msg('Receivables'),
  'configuration/failed-payments': msg('Failed payments'),
  'configuration/disputes': msg('Disputes'),
  'configuration/reconciliation': msg('Reconciliation'),
  'configuration/payouts': msg('Bank payouts'),
  'configuration/under-performing': msg('Under-performing'),
  'configuration/exclusion-list': msg('Exclusion List'),
  'configuration/returned-share': msg('Returned wholesale cost'),
  'configuration/share-claims': msg('Claims'),
  'configuration/bursts': msg('Reported bursts'),
  'configuration/opt-out-list': msg('Exclusion List'),
  'configuration/privacy-requests': msg('Privacy requests'),
  'configuration/privacy-records': msg('Privacy records'),
  'configuration/administrator-list': msg('Administrators'),
  'configuration/role-list': msg('Roles'),
  'configuration/sales-account-list': msg('Sales staff'),
  'configuration/commissions': msg('Commissions'),
  'configuration/sales-connect-account': msg('Payment account'),
  'configuration/sales-connect-account/payouts': msg('Bank payouts'),
  reports: msg('Campaign results'),
  'reports/cohorts': msg('Returning visitors'),
  'reports/invoices': msg('Client invoices'),
  'reports/schedules': msg('Scheduled reports'),
  'reports/links': msg('Shared links'),
  Audience: msg('Audiences'),
  'Audience/lists': msg('Uploaded lists'),
  Client: msg('Marketing organizations'),
  developers: msg('Documentation'),
  'developers/requests': msg('Requests'),
  'developers/usage': msg('Usage'),
  'user/webhooks': msg('Developer webhooks'),
  'user/profile': msg('Profile'),
  'user/profile-setup': msg('Profile Setup'),
  'user/team': msg('Team'),
  'user/questionnaire': msg('Questionnaire'),
  'user/agreements': msg('Agreements'),
}

/** The tabs of the page that is shown; none where it stands alone. */
export function usePageTabs(): readonly PageTab[] {
  const { access } = useMe()
  const { module } = useModule()
  return tabsOf(access, usePagePath(), module)
}

/** Links to the pages that belong together. */
export function PageTabs({ tabs }: { tabs: readonly PageTab[] }) {
  const t = useT()
  const path = usePagePath()
  return (
    <TabRow
      label={t('Related pages')}
      tabs={tabs.map(({ path: page, to }) => ({ to, name: t(tabTexts[page]!), isCurrent: to === path }))}
    />
  )
}
