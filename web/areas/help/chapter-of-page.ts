/** The chapter about each page of the route table; null for pages of the operator's own people that no chapter is about. */
export const chapterOfPage: Readonly<Record<string, string | null>> = {
  'configuration/client-management': 'clients',
  'configuration/client-management/$companyId': 'clients',
  'configuration/agency-list': 'from-nothing',
  'configuration/agency-list/$companyId': 'from-nothing',
  'configuration/administrator-list': 'administrators',
  'configuration/role-list': 'administrators',
  'configuration/sales-account-list': null,
  'configuration/sales-account-list/$userId': null,
  'configuration/commissions': null,
  'configuration/commissions/$userId': null,
  'configuration/sales-connect-account': null,
  'configuration/sales-connect-account/payouts': null,
  'configuration/sales-connect-account/payouts/$payoutId': null,
  'configuration/payouts': 'payouts',
  'configuration/payouts/$payoutId': 'payouts',
  'configuration/agencies-report': null,
  'configuration/report-analytics': null,
  'configuration/failed-payments': 'billing',
  'configuration/disputes': 'billing',
  'configuration/receivables': 'billing',
  'configuration/reconciliation': 'billing',
  'configuration/bursts': null,
  'configuration/inbox': null,
  'configuration/share-claims': null,
  'configuration/returned-share': 'returned-cost',
  'configuration/under-performing': 'reports',
  'user/profile': 'sign-in',
  'user/profile-setup': 'sign-in',
  'user/profile-setup-v1': 'sign-in',
  'configuration/general-setting': 'settings',
  'user/questionnaire': 'settings',
  'user/questionnaire-add': 'settings',
  'user/card-setting': 'card-and-invoices',
  'download-auth/$pkdoc': 'finding-things',
  'user/webhooks': 'webhooks',
  developers: 'calls',
  'developers/requests': 'calls',
  'developers/usage': 'calls',
  'user/team': 'team',
  'user/agreements': 'sign-in',
  'configuration/data-enrichment': 'identity-data',
  'configuration/privacy-requests': 'privacy-duties',
  'configuration/privacy-records': 'privacy-duties',
  'configuration/machine': 'backup-and-keys',
  'user/exclusion-list': 'exclusions',
  'configuration/exclusion-list': 'exclusions',
  'configuration/opt-out-list': 'privacy-duties',
  'banner/list': 'banners',
  'banner/create': 'banners',
  campaign: 'campaigns',
  'campaign-setup': 'campaigns',
  inbox: 'inbox',
  reports: 'reports',
  'reports/cohorts': 'reports',
  'reports/invoices': 'billing',
  'reports/schedules': 'reports',
  'reports/links': 'reports',
  integrations: 'integrations',
  'integrations/$slug': 'integrations',
  Client: 'audiences',
  Audience: 'audiences',
  'Audience/lists': 'audiences',
  'Audience/$audienceId': 'audiences',
  help: 'finding-things',
  'help/$chapter': 'finding-things',
  '{module}/dashboard': 'dashboard',
  '{module}/campaign-management': 'campaigns',
  '{module}/campaign-management-v1': 'campaigns',
  '{module}/campaign-management/new': 'campaigns',
  '{module}/campaign-management/$campaignId': 'campaigns',
  '{module}/campaign-management/$campaignId/edit': 'filters-and-limits',
  '{module}/campaign-management/$campaignId/exclusions': 'exclusions',
  '{module}/campaign-management/$campaignId/keyword-counts': 'searches',
  '{module}/enrichment': 'complete-records',
  '{module}/leads-management': 'leads',
  '{module}/leads': 'leads',
  '{module}/leads/$leadId': 'leads',
  '{module}/leads/$leadId/person': 'people',
  '{module}/returns': 'returns',
  '{module}/visits': 'visits',
  '{module}/visits/$visitId': 'visits',
  '{module}/deliveries': 'deliveries',
}

/** Sections of General Settings with a chapter other than that of the page. */
export const chapterOfSection: Readonly<Record<string, string>> = {
  branding: 'branding',
  modules: 'branding',
  subdomain: 'branding',
  'custom-domain': 'branding',
  'embedded-code': 'branding',
  support: 'branding',
  'mail-server': 'mail-server',
  'client-prices': 'prices',
  billing: 'billing',
  taxes: 'billing',
  'payment-account': 'payouts',
  'data-wallet': 'wallet',
}

const countIn = (path: string): number => path.split('$').length

/** The chapter about the page at an address, if there is one. `moduleUrls` are the first segments of modules' pages. */
export function chapterAt(address: string, moduleUrls: readonly string[]): string | undefined {
  const { pathname, searchParams } = new URL(address, 'http://page')
  const section = chapterOfSection[searchParams.get('section') ?? '']
  if (section !== undefined) return section
  const parts = pathname.split('/').filter((part) => part !== '')
  if (moduleUrls.includes(parts[0] ?? '')) parts[0] = '{module}'
  const isAt = (path: string): boolean => {
    const names = path.split('/')
    return names.length === parts.length && names.every((name, at) => name.startsWith('$') || name === parts[at])
  }
  // Of two that match, one has a parameter where the other has a word: `campaign-management/new`.
  const [path] = Object.keys(chapterOfPage)
    .filter(isAt)
    .toSorted((a, b) => countIn(a) - countIn(b))
  return (path !== undefined && chapterOfPage[path]) || undefined
}
