import {
  IconAddressBook,
  IconBan,
  IconBuildingBank,
  IconBuildingStore,
  IconChartBar,
  IconChartHistogram,
  IconCreditCard,
  IconDatabaseImport,
  IconEye,
  IconInbox,
  IconLayoutDashboard,
  IconPhoto,
  IconPlugConnected,
  IconReceiptRefund,
  IconSend,
  IconServer,
  IconSettings,
  IconTargetArrow,
  IconUser,
  IconUserDollar,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWorldSearch,
  type Icon,
} from '@tabler/icons-react'
import { lazy, type ComponentType } from 'react'
import type { Module } from '#contract/campaigns/modules.ts'
import { opens } from '#contract/guards/judge.ts'
import { sidebarOf } from '#contract/guards/menus.ts'
import { tabsOf } from '#contract/guards/page-tabs.ts'
import type { MenuEntry as Ruled } from '#contract/guards/sidebar-pages.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { Me } from '../../session/me.ts'
import { modulePlaces, type ModulePlace } from '../../session/module.ts'
import { moduleLooks } from '../../areas/campaigns/modules/module-looks.ts'
import { afterFirstPage } from '../../start/after-first-page.ts'
import { loadCode } from '../../start/load-code.ts'

export type MenuEntry = {
  to: string
  icon: Icon
  /** Our own text, translated where it is shown, or a name chosen by the agency, shown as is. */
  label: { text: Text } | { name: string }
  /** Count at the end of the entry, such as unread messages. */
  Count?: ComponentType
}
/** A module's own pages, below its name, which links to its campaigns (R045). */
export type MenuGroup = { place: ModulePlace; icon: Icon; to: string; entries: readonly MenuEntry[] }

const InboxCount = lazy(async () => {
  await afterFirstPage()
  return { default: (await loadCode(() => import('../../areas/inbox/inbox-count.tsx'))).InboxCount }
})

const ClaimsCount = lazy(async () => {
  await afterFirstPage()
  return { default: (await loadCode(() => import('../../areas/reclaims/claims-count.tsx'))).ClaimsCount }
})

/** Icons and texts of sidebar entries; the contract decides which ones a user has. */
const looks: Readonly<Record<string, { icon: Icon; text: Text; Count?: ComponentType }>> = {
  '{module}/dashboard': { icon: IconLayoutDashboard, text: msg('Dashboard') },
  '{module}/campaign-management': { icon: IconWorldSearch, text: msg('Campaigns') },
  '{module}/visits': { icon: IconEye, text: msg('Visits') },
  '{module}/enrichment': { icon: IconDatabaseImport, text: msg('Enriched lists') },
  '{module}/leads': { icon: IconAddressBook, text: msg('Leads') },
  '{module}/deliveries': { icon: IconSend, text: msg('Deliveries') },
  inbox: { icon: IconInbox, text: msg('Inbox'), Count: InboxCount },
  reports: { icon: IconChartBar, text: msg('Reports') },
  campaign: { icon: IconTargetArrow, text: msg('All campaigns') },
  Audience: { icon: IconUsers, text: msg('Audiences') },
  'banner/list': { icon: IconPhoto, text: msg('Banners') },
  integrations: { icon: IconPlugConnected, text: msg('Integrations') },
  'configuration/agency-list': { icon: IconBuildingStore, text: msg('Agency List') },
  'configuration/inbox': { icon: IconInbox, text: msg('Inbox'), Count: InboxCount },
  'configuration/share-claims': { icon: IconReceiptRefund, text: msg('Claims'), Count: ClaimsCount },
  'configuration/client-management': { icon: IconUsersGroup, text: msg('Client Management') },
  'configuration/administrator-list': { icon: IconUserShield, text: msg('Administrator List') },
  'configuration/sales-account-list': { icon: IconUserDollar, text: msg('Sales Account List') },
  'configuration/general-setting': { icon: IconSettings, text: msg('General Settings') },
  'configuration/opt-out-list': { icon: IconBan, text: msg('Exclusion List') },
  'configuration/data-enrichment': { icon: IconDatabaseImport, text: msg('Data Enrichment') },
  'configuration/report-analytics': { icon: IconChartHistogram, text: msg('Report Analytics') },
  'configuration/machine': { icon: IconServer, text: msg('Machine') },
  'configuration/sales-connect-account': { icon: IconBuildingBank, text: msg('Payment account') },
  // Where somebody lands who can open nothing else yet.
  'user/profile-setup': { icon: IconUser, text: msg('Profile Setup') },
  // The account menu has it by the documents' name, Card Setting.
  'user/card-setting': { icon: IconCreditCard, text: msg('Billing') },
}

/** Whether the user may open the page, so that a link to it can be shown. */
export const isOpen = (me: Me, address: string): boolean => opens(me.access, address)

function lookOf({ path, to, module }: Ruled): MenuEntry[] {
  const look = looks[path]
  if (!look) return []
  const text = (path === '{module}/visits' && module && moduleLooks[module]?.events) || look.text
  return [{ to, icon: look.icon, label: { text }, Count: look.Count }]
}

const iconOf = (module: Module): Icon => moduleLooks[module]?.icon ?? IconWorldSearch

/** A group for each module that is on, always in the same order; without campaigns (R077) its name links to the first page. */
const groupsOf = (pages: readonly Ruled[]): MenuGroup[] =>
  modulePlaces().flatMap((place) => {
    const pagesHere = pages.filter(({ module }) => module === place.module)
    const head = pagesHere.find(({ path }) => path === '{module}/campaign-management') ?? pagesHere[0]
    return head ? [{ place, icon: iconOf(place.module), to: head.to, entries: pagesHere.flatMap(lookOf) }] : []
  })

/** A user's sidebar (specification 2.3), only pages that they may open; `here` is the module that they are in. */
export function menuOf(me: Me, here: Module): { groups: MenuGroup[]; company: MenuEntry[] } {
  const { modules, company } = sidebarOf(me.access, here)
  return { groups: groupsOf(modules), company: company.flatMap(lookOf) }
}

/** Whether the user is at an entry's page, at one below it, or at one of its tabs. */
export const isAt = (me: Me, { to }: MenuEntry, pathname: string, here: Module): boolean =>
  pathname === to || pathname.startsWith(`${to}/`) || tabsOf(me.access, pathname, here)[0]?.to === to
