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
  IconSettings,
  IconTargetArrow,
  IconUser,
  IconUserDollar,
  IconUserShield,
  IconUsersGroup,
  IconWorldSearch,
  type Icon,
} from '@tabler/icons-react'
import { lazy, type ComponentType } from 'react'
import type { Module } from '#contract/campaigns/modules.ts'
import { opens } from '#contract/guards/judge.ts'
import { sidebarOf } from '#contract/guards/menus.ts'
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
/** `tour` identifies the section for the product tour. */
export type MenuSection = { title: Text; tour: string; entries: readonly MenuEntry[] }

const InboxCount = lazy(async () => {
  await afterFirstPage()
  return { default: (await loadCode(() => import('../../areas/inbox/inbox-count.tsx'))).InboxCount }
})

const ClaimsCount = lazy(async () => {
  await afterFirstPage()
  return { default: (await loadCode(() => import('../../areas/reclaims/claims-count.tsx'))).ClaimsCount }
})

/** Icons and texts of sidebar entries; the contract decides which ones a user has. No text means the module's name. */
const looks: Readonly<Record<string, { icon: Icon; text?: Text; Count?: ComponentType }>> = {
  '{module}/dashboard': { icon: IconLayoutDashboard, text: msg('Dashboard') },
  '{module}/campaign-management': { icon: IconWorldSearch },
  '{module}/leads': { icon: IconAddressBook, text: msg('Leads') },
  '{module}/visits': { icon: IconEye, text: msg('Visits') },
  '{module}/deliveries': { icon: IconSend, text: msg('Deliveries') },
  inbox: { icon: IconInbox, text: msg('Inbox'), Count: InboxCount },
  reports: { icon: IconChartBar, text: msg('Reports') },
  campaign: { icon: IconTargetArrow, text: msg('Campaigns') },
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
  'configuration/sales-connect-account': { icon: IconBuildingBank, text: msg('Payment account') },
  // Where somebody lands who can open nothing else yet.
  'user/profile-setup': { icon: IconUser, text: msg('Profile Setup') },
  'user/card-setting': { icon: IconCreditCard, text: msg('Card Setting') },
}

/** Whether the user may open the page, so that a link to it can be shown. */
export const isOpen = (me: Me, address: string): boolean => opens(me.access, address)

function lookOf({ path, to, module }: Ruled): MenuEntry[] {
  const look = looks[path]
  if (!look) return []
  const name = modulePlaces().find((place) => place.module === module)?.name ?? ''
  const moduleLook = module && moduleLooks[module]
  const text = (path === '{module}/visits' && moduleLook?.events) || look.text
  const icon = (path === '{module}/campaign-management' && moduleLook?.icon) || look.icon
  return [{ to, icon, label: text ? { text } : { name }, Count: look.Count }]
}

/** All entries of the current module, but only the names of the others: two entries named Leads would be ambiguous. */
function ofModules(entries: readonly Ruled[], module: Module): MenuEntry[] {
  const open = entries.some((entry) => entry.module === module) ? module : entries[0]?.module
  const others = modulePlaces().filter((place) => place.module !== open)
  return [
    ...withModuleNames(
      entries.filter((entry) => entry.module === open).flatMap(lookOf),
      modulePlaces().find((place) => place.module === open),
    ),
    ...others.flatMap((place) => {
      const moduleEntries = entries.filter((entry) => entry.module === place.module)
      const to = (moduleEntries.find(({ path }) => path === '{module}/campaign-management') ?? moduleEntries[0])?.to
      return to === undefined
        ? []
        : [{ to, icon: moduleLooks[place.module]?.icon ?? IconWorldSearch, label: { name: place.name } }]
    }),
  ]
}

/** Every page in the sidebars of all modules, with the pages of `module` first. */
export function menuEntriesOf(me: Me, module: Module): { entry: MenuEntry; place: ModulePlace | undefined }[] {
  const { modules, company } = sidebarOf(me.access)
  const isHere = (entry: Ruled): boolean => entry.module === module
  const sequence = [...modules.filter(isHere), ...company, ...modules.filter((entry) => !isHere(entry))]
  return sequence.flatMap((page) =>
    lookOf(page).map((entry) => ({ entry, place: modulePlaces().find((place) => place.module === page.module) })),
  )
}

/** Clients who may not manage campaigns have no entry with the module's name (R077), so their first entry gets it. */
function withModuleNames(entries: readonly MenuEntry[], place: ModulePlace | undefined): readonly MenuEntry[] {
  const [first, ...rest] = entries
  if (!first || !place || entries.some(({ label }) => 'name' in label)) return entries
  return [{ ...first, icon: moduleLooks[place.module]?.icon ?? first.icon, label: { name: place.name } }, ...rest]
}

/** A user's sidebar (specification 2.3) in the current `module`: only pages that they may open. */
export function menuOf(me: Me, module: Module): readonly MenuSection[] {
  const { modules, company } = sidebarOf(me.access)
  const sections: MenuSection[] = [
    { title: msg('Modules'), tour: 'modules', entries: ofModules(modules, module) },
    { title: msg('Workspace'), tour: 'workspace', entries: company.flatMap(lookOf) },
  ]
  return sections.filter(({ entries }) => entries.length > 0)
}
