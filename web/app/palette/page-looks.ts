import {
  IconAddressBook,
  IconAlertTriangle,
  IconApi,
  IconArrowBackUp,
  IconBan,
  IconBuildingBank,
  IconBuildingCommunity,
  IconBuildingStore,
  IconCalendarTime,
  IconChartBar,
  IconChartHistogram,
  IconClipboardList,
  IconCashBanknote,
  IconCoins,
  IconCreditCard,
  IconCreditCardOff,
  IconDatabaseImport,
  IconEye,
  IconFileCertificate,
  IconFileInvoice,
  IconHelpCircle,
  IconInbox,
  IconLayoutDashboard,
  IconLink,
  IconListDetails,
  IconPhoto,
  IconPlugConnected,
  IconPlus,
  IconReceiptRefund,
  IconRepeat,
  IconScale,
  IconScaleOutline,
  IconShieldQuestion,
  IconSend,
  IconServer,
  IconSettings,
  IconTargetArrow,
  IconTrendingDown,
  IconUser,
  IconUserDollar,
  IconUserShield,
  IconUsersGroup,
  IconWebhook,
  IconWorldSearch,
  type Icon,
} from '@tabler/icons-react'
import { enrichmentModule, type Module } from '#contract/campaigns/modules.ts'
import { accountItemsOf } from '#contract/guards/menus.ts'
import { moduleLooks } from '../../areas/campaigns/modules/module-looks.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { Me } from '../../session/me.ts'

/** Who looks for a page. */
export type Seeker = { me: Me; mayCreateCampaigns: boolean; mayEditCampaigns: boolean }

export type PageLook = {
  /** The page's title; `{module}` stands for the module's name. */
  title: Text | ((module: Module) => Text)
  icon: Icon
  /** Its other names: in the sidebar, and of what it shows. */
  also?: readonly Text[]
  /** What the page itself requires, besides the guards. */
  isFor?: (seeker: Seeker) => boolean
  /** Below every module's URL it shows the same rows, so it is offered once. */
  isOfAllModules?: true
  /** The only module that has the page. */
  onlyOf?: Module
  /** Another URL of this page: offered only if that one is not open. */
  standsFor?: string
}

const isDeveloper = ({ me }: Seeker): boolean => accountItemsOf(me.access).includes('developer')
const mayCreateBanners = ({ me }: Seeker): boolean => me.may('ads.create') && me.viewEndsAt === null
const mayCreateCampaigns = (seeker: Seeker): boolean => seeker.mayCreateCampaigns

const campaignList = { title: msg('{module} campaigns'), icon: IconWorldSearch }
const newCampaign = { title: msg('Build Your Campaign'), icon: IconPlus, isFor: mayCreateCampaigns }
const setup = { title: msg('Profile Setup'), icon: IconUser }
const exclusions = { title: msg('Exclusion List'), icon: IconBan }
const payouts = { title: msg('Bank payouts'), icon: IconBuildingBank }

/**
 * How the palette shows each page of the route table, by its path, which a test compares with `routes.tsx`. Pages about
 * one object are found by the object's name.
 */
export const pageLooks: Readonly<Record<string, PageLook>> = {
  'configuration/client-management': { title: msg('Client Management'), icon: IconUsersGroup, also: [msg('Clients')] },
  'configuration/agency-list': { title: msg('Agency List'), icon: IconBuildingStore, also: [msg('Agencies')] },
  'configuration/administrator-list': {
    title: msg('Administrator List'),
    icon: IconUserShield,
    also: [msg('Administrators')],
  },
  'configuration/role-list': { title: msg('Role List'), icon: IconUserShield, also: [msg('Permissions')] },
  'configuration/sales-account-list': {
    title: msg('Sales Rep & AE List'),
    icon: IconUserDollar,
    also: [msg('Sales Account List')],
  },
  'configuration/commissions': { title: msg('Commissions'), icon: IconCoins },
  'configuration/sales-connect-account': { title: msg('Payment account'), icon: IconBuildingBank },
  'configuration/sales-connect-account/payouts': payouts,
  'configuration/payouts': payouts,
  'configuration/agencies-report': { title: msg('Agencies report'), icon: IconChartBar },
  'configuration/report-analytics': { title: msg('Report Analytics'), icon: IconChartHistogram },
  'configuration/receivables': { title: msg('Receivables'), icon: IconCashBanknote },
  'configuration/failed-payments': { title: msg('Failed payments'), icon: IconCreditCardOff },
  'configuration/disputes': { title: msg('Disputes'), icon: IconScale },
  'configuration/reconciliation': { title: msg('Reconciliation'), icon: IconScaleOutline },
  'configuration/bursts': { title: msg('Reported bursts'), icon: IconAlertTriangle },
  'configuration/inbox': { title: msg('Inbox'), icon: IconInbox },
  'configuration/share-claims': { title: msg('Claims'), icon: IconReceiptRefund },
  'configuration/returned-share': { title: msg('Returned wholesale cost'), icon: IconReceiptRefund },
  'configuration/under-performing': { title: msg('Under-performing campaigns'), icon: IconTrendingDown },
  'user/profile': { title: msg('Profile'), icon: IconUser },
  'user/profile-setup': setup,
  'user/profile-setup-v1': { ...setup, standsFor: 'user/profile-setup' },
  'configuration/general-setting': { title: msg('General Settings'), icon: IconSettings },
  'user/questionnaire': { title: msg('Questionnaire'), icon: IconClipboardList },
  'user/questionnaire-add': { title: msg('Answer the questions'), icon: IconClipboardList },
  'user/card-setting': { title: msg('Card Setting'), icon: IconCreditCard, also: [msg('Billing'), msg('Invoices')] },
  'user/webhooks': { title: msg('Developer webhooks'), icon: IconWebhook, isFor: isDeveloper },
  developers: { title: msg('API documentation'), icon: IconApi, also: [msg('Developer')], isFor: isDeveloper },
  'developers/requests': { title: msg('API requests'), icon: IconApi, isFor: isDeveloper },
  'developers/usage': { title: msg('API usage'), icon: IconApi, isFor: isDeveloper },
  'user/team': { title: msg('Team'), icon: IconUsersGroup },
  'user/agreements': { title: msg('Agreements'), icon: IconFileCertificate },
  'configuration/data-enrichment': { title: msg('Data Enrichment'), icon: IconDatabaseImport },
  'user/exclusion-list': exclusions,
  'configuration/exclusion-list': exclusions,
  'configuration/opt-out-list': exclusions,
  'configuration/privacy-requests': { title: msg('Privacy requests'), icon: IconShieldQuestion },
  'configuration/privacy-records': { title: msg('Privacy records'), icon: IconShieldQuestion },
  'configuration/machine': { title: msg('Machine'), icon: IconServer, also: [msg('Background jobs'), msg('Backups')] },
  'banner/list': { title: msg('Banners'), icon: IconPhoto },
  'banner/create': { title: msg('New banner'), icon: IconPlus, isFor: mayCreateBanners },
  campaign: { title: msg('Campaigns'), icon: IconTargetArrow },
  'campaign-setup': { ...newCampaign, standsFor: '{module}/campaign-management/new' },
  help: { title: msg('Help'), icon: IconHelpCircle, also: [msg('Handbook')] },
  inbox: { title: msg('Inbox'), icon: IconInbox },
  reports: { title: msg('Reports'), icon: IconChartBar },
  'reports/cohorts': { title: msg('Returning visitors'), icon: IconRepeat },
  'reports/invoices': { title: msg('Client invoices'), icon: IconFileInvoice, also: [msg('Billing')] },
  'reports/schedules': { title: msg('Scheduled reports'), icon: IconCalendarTime },
  'reports/links': { title: msg('Shared links'), icon: IconLink },
  integrations: { title: msg('Integrations'), icon: IconPlugConnected },
  Client: { title: msg('Marketing organizations'), icon: IconBuildingCommunity },
  Audience: { title: msg('Audiences'), icon: IconUsersGroup },
  'Audience/lists': { title: msg('Uploaded lists'), icon: IconListDetails },
  '{module}/dashboard': { title: msg('Dashboard'), icon: IconLayoutDashboard },
  '{module}/campaign-management': campaignList,
  '{module}/campaign-management-v1': { ...campaignList, standsFor: '{module}/campaign-management' },
  '{module}/campaign-management/new': newCampaign,
  '{module}/enrichment': { title: msg('Enriched lists'), icon: IconDatabaseImport, onlyOf: enrichmentModule },
  '{module}/leads-management': { title: msg('Leads management'), icon: IconAddressBook, isOfAllModules: true },
  '{module}/leads': { title: msg('Leads'), icon: IconAddressBook, isOfAllModules: true },
  '{module}/returns': { title: msg('Returned leads'), icon: IconArrowBackUp, isOfAllModules: true },
  '{module}/visits': { title: (module) => moduleLooks[module]?.events ?? msg('Visits'), icon: IconEye },
  '{module}/deliveries': { title: msg('Deliveries'), icon: IconSend, isOfAllModules: true },
}
