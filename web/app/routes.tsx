import { page, type Page } from './page.ts'
import type { Me } from '../session/me.ts'

/**
 * Every page inside the frame, one line each: its path, the file that holds it and the component's name. Pages under
 * `modulePages` lie below a module's address (`/siteid/…`, or the agency's own such as `/visitors/…`).
 */
export const pages: readonly Page[] = [
  page(
    'configuration/client-management',
    () => import('../areas/tenants/client-list-page.tsx'),
    'ClientListPage',
    (me) => me.side === 'agency',
  ),
  page(
    'configuration/client-management/$companyId',
    () => import('../areas/tenants/client-page.tsx'),
    'ClientPage',
    (me) => me.side === 'agency',
  ),
  page(
    'configuration/agency-list',
    () => import('../areas/tenants/agency-list-page.tsx'),
    'AgencyListPage',
    (me) => me.side === 'root',
  ),
  page(
    'configuration/agency-list/$companyId',
    () => import('../areas/tenants/agency-page.tsx'),
    'AgencyPage',
    (me) => me.side === 'root',
  ),
  page(
    'configuration/data-enrichment',
    () => import('../areas/identity/import-page.tsx'),
    'ImportPage',
    (me) => me.side === 'root',
  ),
]

/** Campaigns and what they make are the business of agencies and clients (R031). */
const isNoSystemUser = (me: Me): boolean => me.side !== 'root'

export const modulePages: readonly Page[] = [
  page(
    'campaign-management',
    () => import('../areas/campaigns/list/campaign-list-page.tsx'),
    'CampaignListPage',
    isNoSystemUser,
  ),
  page(
    'campaign-management/new',
    () => import('../areas/campaigns/campaign-new-page.tsx'),
    'CampaignNewPage',
    isNoSystemUser,
  ),
  page(
    'campaign-management/$campaignId',
    () => import('../areas/campaigns/page/campaign-page.tsx'),
    'CampaignPage',
    isNoSystemUser,
  ),
  page(
    'campaign-management/$campaignId/edit',
    () => import('../areas/campaigns/campaign-edit-page.tsx'),
    'CampaignEditPage',
    isNoSystemUser,
  ),
  page('leads', () => import('../areas/leads/leads-page.tsx'), 'LeadsPage', isNoSystemUser),
  page('leads/$leadId', () => import('../areas/leads/lead-page.tsx'), 'LeadPage', isNoSystemUser),
  page('visits', () => import('../areas/leads/visits-page.tsx'), 'VisitsPage', isNoSystemUser),
  page('deliveries', () => import('../areas/integrations/deliveries-page.tsx'), 'DeliveriesPage', isNoSystemUser),
]
