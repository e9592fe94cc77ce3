import { readAudience, readCampaign, readCompany, readLead, readVisit, readPayout, readPerson } from './first-reads.ts'
import { page, type Page } from './page.ts'

/**
 * Every page inside the frame, one line each: its path, its file, the component's name, and for a detail page its first
 * read. `modulePages` are below a module's URL (`/siteid/…`, or the agency's own such as `/visitors/…`). Who may open a
 * page is defined in the contract (`contract/guards/protected-pages.ts`), which the server uses too.
 */
export const pages: readonly Page[] = [
  page('configuration/client-management', () => import('../areas/companies/client-list-page.tsx'), 'ClientListPage'),
  page(
    'configuration/client-management/$companyId',
    () => import('../areas/companies/client-page.tsx'),
    'ClientPage',
    readCompany,
  ),
  page('configuration/agency-list', () => import('../areas/companies/agency-list-page.tsx'), 'AgencyListPage'),
  page(
    'configuration/agency-list/$companyId',
    () => import('../areas/companies/agency-page.tsx'),
    'AgencyPage',
    readCompany,
  ),
  page(
    'configuration/administrator-list',
    () => import('../areas/people/members/administrator-list-page.tsx'),
    'AdministratorListPage',
  ),
  page('configuration/role-list', () => import('../areas/people/roles/role-list-page.tsx'), 'RoleListPage'),
  page(
    'configuration/sales-account-list',
    () => import('../areas/companies/sales/sales-account-list-page.tsx'),
    'SalesAccountListPage',
  ),
  page(
    'configuration/sales-account-list/$userId',
    () => import('../areas/companies/sales/downline-page.tsx'),
    'DownlinePage',
    readPerson,
  ),
  page('configuration/commissions', () => import('../areas/commissions/commissions-page.tsx'), 'CommissionsPage'),
  page(
    'configuration/commissions/$userId',
    () => import('../areas/commissions/person-commissions-page.tsx'),
    'PersonCommissionsPage',
    readPerson,
  ),
  page(
    'configuration/sales-connect-account',
    () => import('../areas/companies/sales/sales-connect-account-page.tsx'),
    'SalesConnectAccountPage',
  ),
  page(
    'configuration/sales-connect-account/payouts',
    () => import('../areas/payments/payouts/payouts-page.tsx'),
    'PayoutsPage',
  ),
  page(
    'configuration/sales-connect-account/payouts/$payoutId',
    () => import('../areas/payments/payouts/payout-page.tsx'),
    'PayoutPage',
    readPayout,
  ),
  page('configuration/payouts', () => import('../areas/payments/payouts/payouts-page.tsx'), 'PayoutsPage'),
  page(
    'configuration/payouts/$payoutId',
    () => import('../areas/payments/payouts/payout-page.tsx'),
    'PayoutPage',
    readPayout,
  ),
  page(
    'configuration/agencies-report',
    () => import('../areas/reports/agencies-report-page.tsx'),
    'AgenciesReportPage',
  ),
  page(
    'configuration/report-analytics',
    () => import('../areas/reports/analytics/analytics-page.tsx'),
    'AnalyticsPage',
  ),
  page(
    'configuration/failed-payments',
    () => import('../areas/billing/failed-payments-page.tsx'),
    'FailedPaymentsPage',
  ),
  page('configuration/disputes', () => import('../areas/payments/disputes/disputes-page.tsx'), 'DisputesPage'),
  page(
    'configuration/reconciliation',
    () => import('../areas/payments/reconciliation/reconciliation-page.tsx'),
    'ReconciliationPage',
  ),
  page('configuration/bursts', () => import('../areas/reclaims/bursts-page.tsx'), 'BurstsPage'),
  page('configuration/inbox', () => import('../areas/inbox/inbox-page.tsx'), 'InboxPage'),
  page('configuration/share-claims', () => import('../areas/reclaims/claims-page.tsx'), 'ClaimsPage'),
  page('configuration/returned-share', () => import('../areas/reclaims/returned-share-page.tsx'), 'ReturnedSharePage'),
  page(
    'configuration/under-performing',
    () => import('../areas/reports/under-performing-page.tsx'),
    'UnderPerformingPage',
  ),
  page('user/profile', () => import('../areas/people/profile/profile-page.tsx'), 'ProfilePage'),
  page('user/profile-setup', () => import('../areas/people/profile/profile-setup-page.tsx'), 'ProfileSetupPage'),
  page('user/profile-setup-v1', () => import('../areas/people/profile/profile-setup-page.tsx'), 'ProfileSetupPage'),
  page(
    'configuration/general-setting',
    () => import('../areas/settings/general-setting-page.tsx'),
    'GeneralSettingPage',
  ),
  page('user/questionnaire', () => import('../areas/people/profile/questionnaire-page.tsx'), 'QuestionnairePage'),
  page(
    'user/questionnaire-add',
    () => import('../areas/people/profile/questionnaire-add-page.tsx'),
    'QuestionnaireAddPage',
  ),
  page('user/card-setting', () => import('../areas/payments/card-setting-page.tsx'), 'CardSettingPage'),
  page('download-auth/$pkdoc', () => import('../areas/agreements/download-auth-page.tsx'), 'DownloadAuthPage'),
  page('user/webhooks', () => import('../areas/developers/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  page('developers', () => import('../areas/developers/portal/documents-page.tsx'), 'DocumentsPage'),
  page('developers/requests', () => import('../areas/developers/portal/requests-page.tsx'), 'RequestsPage'),
  page('developers/usage', () => import('../areas/developers/portal/usage-page.tsx'), 'UsagePage'),
  page('user/agreements', () => import('../areas/agreements/agreements-page.tsx'), 'AgreementsPage'),
  page(
    'configuration/data-enrichment',
    () => import('../areas/identity/data-enrichment-page.tsx'),
    'DataEnrichmentPage',
  ),
  page('user/exclusion-list', () => import('../areas/exclusions/company-list-pages.tsx'), 'ClientExclusionsPage'),
  page(
    'configuration/exclusion-list',
    () => import('../areas/exclusions/company-list-pages.tsx'),
    'AgencyExclusionsPage',
  ),
  page('configuration/opt-out-list', () => import('../areas/exclusions/company-list-pages.tsx'), 'RootExclusionsPage'),
  page('banner/list', () => import('../areas/banners/list-page.tsx'), 'BannerListPage'),
  page('banner/create', () => import('../areas/banners/create-page.tsx'), 'BannerCreatePage'),
  page('campaign', () => import('../areas/campaigns/list/campaign-overview-page.tsx'), 'CampaignOverviewPage'),
  page('campaign-setup', () => import('../areas/campaigns/setup/campaign-new-page.tsx'), 'CampaignNewPage'),
  page('inbox', () => import('../areas/inbox/inbox-page.tsx'), 'InboxPage'),
  page('reports', () => import('../areas/reports/tables/reports-page.tsx'), 'ReportsPage'),
  page('reports/cohorts', () => import('../areas/reports/cohorts/cohorts-page.tsx'), 'CohortsPage'),
  page('reports/invoices', () => import('../areas/reports/invoices/invoices-page.tsx'), 'InvoicesPage'),
  page('reports/schedules', () => import('../areas/reports/schedules/schedules-page.tsx'), 'SchedulesPage'),
  page('reports/links', () => import('../areas/reports/links/links-page.tsx'), 'LinksPage'),
  page('integrations', () => import('../areas/integrations/connections/integrations-page.tsx'), 'IntegrationsPage'),
  page('integrations/$slug', () => import('../areas/integrations/connections/integration-page.tsx'), 'IntegrationPage'),
  page('Client', () => import('../areas/audiences/organizations-page.tsx'), 'OrganizationsPage'),
  page('Audience', () => import('../areas/audiences/audience-page.tsx'), 'AudiencePage'),
  page('Audience/lists', () => import('../areas/audiences/lists-page.tsx'), 'AudienceListsPage'),
  page(
    'Audience/$audienceId',
    () => import('../areas/audiences/audience-edit-page.tsx'),
    'AudienceEditPage',
    readAudience,
  ),
]

export const modulePages: readonly Page[] = [
  page('dashboard', () => import('../areas/reports/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  page('campaign-management', () => import('../areas/campaigns/list/campaign-list-page.tsx'), 'CampaignListPage'),
  // An older URL of the same list (D1 §2.2), with the same access checks.
  page('campaign-management-v1', () => import('../areas/campaigns/list/campaign-list-page.tsx'), 'CampaignListPage'),
  page('campaign-management/new', () => import('../areas/campaigns/setup/campaign-new-page.tsx'), 'CampaignNewPage'),
  page(
    'campaign-management/$campaignId',
    () => import('../areas/campaigns/page/campaign-page.tsx'),
    'CampaignPage',
    readCampaign,
  ),
  page(
    'campaign-management/$campaignId/edit',
    () => import('../areas/campaigns/setup/campaign-edit-page.tsx'),
    'CampaignEditPage',
    readCampaign,
  ),
  page(
    'campaign-management/$campaignId/exclusions',
    () => import('../areas/exclusions/campaign-list-page.tsx'),
    'CampaignExclusionsPage',
  ),
  page(
    'campaign-management/$campaignId/keyword-counts',
    () => import('../areas/keywords/keyword-counts-page.tsx'),
    'KeywordCountsPage',
    readCampaign,
  ),
  page('enrichment', () => import('../areas/enrichment/enrichment-page.tsx'), 'EnrichmentPage'),
  page('leads-management', () => import('../areas/leads/leads-management-page.tsx'), 'LeadsManagementPage'),
  page('leads', () => import('../areas/leads/leads-page.tsx'), 'LeadsPage'),
  page('leads/$leadId', () => import('../areas/leads/lead-page.tsx'), 'LeadPage', readLead),
  page('returns', () => import('../areas/returns/returns-page.tsx'), 'ReturnsPage'),
  page('visits', () => import('../areas/leads/visits-page.tsx'), 'VisitsPage'),
  page('visits/$visitId', () => import('../areas/leads/visit-page.tsx'), 'VisitPage', readVisit),
  page('deliveries', () => import('../areas/integrations/deliveries-page.tsx'), 'DeliveriesPage'),
]
