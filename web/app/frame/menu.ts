import {
  IconAddressBook,
  IconBan,
  IconBuildingStore,
  IconChartBar,
  IconChartHistogram,
  IconDatabaseImport,
  IconEye,
  IconInbox,
  IconLayoutDashboard,
  IconReceiptRefund,
  IconSend,
  IconSettings,
  IconUserDollar,
  IconUserShield,
  IconUsersGroup,
  IconWorldSearch,
  type Icon,
} from '@tabler/icons-react'
import { lazy, type ComponentType } from 'react'
import type { Module } from '#contract/campaigns/modules.ts'
import { guard, type Verdict } from '#contract/guards/guard.ts'
import { landingOf as ruledLanding } from '#contract/guards/landing.ts'
import { sidebarOf, type MenuEntry as Ruled } from '#contract/guards/menus.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { Me } from '../../session/me.ts'
import { modulePlaces, type ModulePlace } from '../../session/module.ts'
import { moduleLooks } from '../../areas/campaigns/modules/module-looks.ts'
import { afterFirstPage } from '../after-first-page.ts'
import { loadCode } from '../load-code.ts'
import { modulePages, pages } from '../routes.tsx'

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
  'configuration/agency-list': { icon: IconBuildingStore, text: msg('Agency List') },
  'configuration/share-claims': { icon: IconReceiptRefund, text: msg('Claims'), Count: ClaimsCount },
  'configuration/client-management': { icon: IconUsersGroup, text: msg('Client Management') },
  'configuration/administrator-list': { icon: IconUserShield, text: msg('Administrator List') },
  'configuration/sales-account-list': { icon: IconUserDollar, text: msg('Sales Account List') },
  'configuration/general-setting': { icon: IconSettings, text: msg('General Settings') },
  'configuration/opt-out-list': { icon: IconBan, text: msg('Exclusion List') },
  'configuration/data-enrichment': { icon: IconDatabaseImport, text: msg('Data Enrichment') },
  'configuration/report-analytics': { icon: IconChartHistogram, text: msg('Report Analytics') },
}

/** Whether a page exists for the URL. Pages not built yet are neither offered nor redirected to. */
function hasPage(address: string): boolean {
  const [first = '', ...rest] = address.slice(1).split('/')
  const isOfModule = modulePlaces().some(({ base }) => base === `/${first}`)
  const path = isOfModule ? rest.join('/') : address.slice(1)
  return (isOfModule ? modulePages : pages).some((page) => page.path === path)
}

/** Whether the page exists and the user may open it, so that a link to it can be shown. */
export const isOpen = (me: Me, address: string): boolean =>
  hasPage(address) && guard(me.access, address).kind === 'shown'

function lookOf({ path, to, module }: Ruled): MenuEntry[] {
  const look = looks[path]
  if (!look || !hasPage(to)) return []
  const name = modulePlaces().find((place) => place.module === module)?.name ?? ''
  const own = module && moduleLooks[module]
  const text = (path === '{module}/visits' && own?.events) || look.text
  const icon = (path === '{module}/campaign-management' && own?.icon) || look.icon
  return [{ to, icon, label: text ? { text } : { name }, Count: look.Count }]
}

/** All entries of the current module, but only the names of the others: two entries named Leads would be ambiguous. */
function ofModules(entries: readonly Ruled[], module: Module): MenuEntry[] {
  const open = entries.some((entry) => entry.module === module) ? module : entries[0]?.module
  const others = modulePlaces().filter((place) => place.module !== open)
  return [
    ...named(
      entries.filter((entry) => entry.module === open).flatMap(lookOf),
      modulePlaces().find((place) => place.module === open),
    ),
    ...others.flatMap((place) => {
      const theirs = entries.filter((entry) => entry.module === place.module && hasPage(entry.to))
      const to = (theirs.find(({ path }) => path === '{module}/campaign-management') ?? theirs[0])?.to
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
  const ordered = [...modules.filter(isHere), ...company, ...modules.filter((entry) => !isHere(entry))]
  return ordered.flatMap((ruled) =>
    lookOf(ruled).map((entry) => ({ entry, place: modulePlaces().find((place) => place.module === ruled.module) })),
  )
}

/** Clients who may not manage campaigns have no entry with the module's name (R077), so their first entry gets it. */
function named(own: readonly MenuEntry[], place: ModulePlace | undefined): readonly MenuEntry[] {
  const [first, ...rest] = own
  if (!first || !place || own.some(({ label }) => 'name' in label)) return own
  return [{ ...first, icon: moduleLooks[place.module]?.icon ?? first.icon, label: { name: place.name } }, ...rest]
}

/** A user's sidebar (specification 2.3) in the current `module`: only pages that exist and that they may open. */
export function menuOf(me: Me, module: Module): readonly MenuSection[] {
  const { modules, company } = sidebarOf(me.access)
  const sections: MenuSection[] = [
    { title: msg('Modules'), tour: 'modules', entries: ofModules(modules, module) },
    { title: msg('Workspace'), tour: 'workspace', entries: company.flatMap(lookOf) },
  ]
  return sections.filter(({ entries }) => entries.length > 0)
}

/**
 * A user's start page, as the rules define it. If that module has no screens yet: the first dashboard they may see, or
 * else the list of companies below theirs.
 */
export function landingOf(me: Me): string | undefined {
  const { to } = ruledLanding(me.access)
  if (hasPage(to)) return to
  const { modules, company } = sidebarOf(me.access)
  const places = [...modules, ...company].flatMap(lookOf).map((entry) => entry.to)
  const starts = ['/dashboard', '/configuration/']
  return starts.map((start) => places.find((place) => place.includes(start))).find(Boolean) ?? places[0]
}

/** The access decision for a URL. A redirect to a page that does not exist goes to the user's start page instead. */
export function verdictOn(me: Me, pathname: string): Verdict {
  let verdict = guard(me.access, pathname)
  while (verdict.kind === 'redirect' && !hasPage(verdict.to)) {
    const onwards = guard(me.access, verdict.to)
    if (onwards.kind !== 'redirect') {
      const to = landingOf(me) ?? '/'
      return to === pathname ? { kind: 'absent', rule: verdict.rule } : { ...verdict, to }
    }
    verdict = onwards
  }
  return verdict
}
