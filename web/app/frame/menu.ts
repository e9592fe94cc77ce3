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
import { atRest } from '../at-rest.ts'
import { loadCode } from '../load-code.ts'
import { modulePages, pages } from '../routes.tsx'

export type MenuEntry = {
  to: string
  icon: Icon
  /** A text of ours, translated where it is shown; or a name the agency chose, shown as it is. */
  label: { text: Text } | { name: string }
  /** What stands at the entry's end: how much waits there. */
  Count?: ComponentType
}
/** `tour`: by what the tour finds it. */
export type MenuSection = { title: Text; tour: string; entries: readonly MenuEntry[] }

const InboxCount = lazy(async () => {
  await atRest()
  return { default: (await loadCode(() => import('../../areas/inbox/inbox-count.tsx'))).InboxCount }
})

/** How entries of the sidebar look; which of them a person has is the contract's to say. Without a text: the module's name. */
const looks: Readonly<Record<string, { icon: Icon; text?: Text; Count?: ComponentType }>> = {
  '{module}/dashboard': { icon: IconLayoutDashboard, text: msg('Dashboard') },
  '{module}/campaign-management': { icon: IconWorldSearch },
  '{module}/leads': { icon: IconAddressBook, text: msg('Leads') },
  '{module}/visits': { icon: IconEye, text: msg('Visits') },
  '{module}/deliveries': { icon: IconSend, text: msg('Deliveries') },
  inbox: { icon: IconInbox, text: msg('Inbox'), Count: InboxCount },
  reports: { icon: IconChartBar, text: msg('Reports') },
  'configuration/agency-list': { icon: IconBuildingStore, text: msg('Agency List') },
  'configuration/client-management': { icon: IconUsersGroup, text: msg('Client Management') },
  'configuration/administrator-list': { icon: IconUserShield, text: msg('Administrator List') },
  'configuration/sales-account-list': { icon: IconUserDollar, text: msg('Sales Account List') },
  'configuration/general-setting': { icon: IconSettings, text: msg('General Settings') },
  'configuration/opt-out-list': { icon: IconBan, text: msg('Exclusion List') },
  'configuration/data-enrichment': { icon: IconDatabaseImport, text: msg('Data Enrichment') },
  'configuration/report-analytics': { icon: IconChartHistogram, text: msg('Report Analytics') },
}

/** Whether the address has a page: what is not built yet is neither offered nor led to. */
function hasPage(address: string): boolean {
  const [first = '', ...rest] = address.slice(1).split('/')
  const isOfModule = modulePlaces().some(({ base }) => base === `/${first}`)
  const path = isOfModule ? rest.join('/') : address.slice(1)
  return (isOfModule ? modulePages : pages).some((page) => page.path === path)
}

/** Whether a page is there and shown to the person: then a link to it may be offered. */
export const isOpen = (me: Me, address: string): boolean =>
  hasPage(address) && guard(me.standing, address).kind === 'shown'

function lookOf({ path, to, module }: Ruled): MenuEntry[] {
  const look = looks[path]
  if (!look || !hasPage(to)) return []
  const name = modulePlaces().find((place) => place.module === module)?.name ?? ''
  const own = module && moduleLooks[module]
  const text = (path === '{module}/visits' && own?.events) || look.text
  const icon = (path === '{module}/campaign-management' && own?.icon) || look.icon
  return [{ to, icon, label: text ? { text } : { name }, Count: look.Count }]
}

/** Every entry of the module one is in, and the names of the others: two entries called Leads could not be distinguished. */
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

/** Every page that the sidebar can lead to, whichever module it is opened in; those of `module` first. */
export function menuPlacesOf(me: Me, module: Module): { entry: MenuEntry; place: ModulePlace | undefined }[] {
  const { modules, company } = sidebarOf(me.standing)
  const isHere = (entry: Ruled): boolean => entry.module === module
  const ordered = [...modules.filter(isHere), ...company, ...modules.filter((entry) => !isHere(entry))]
  return ordered.flatMap((ruled) =>
    lookOf(ruled).map((entry) => ({ entry, place: modulePlaces().find((place) => place.module === ruled.module) })),
  )
}

/** Clients who may not manage campaigns have no entry with the module's name (R077): their first one carries it. */
function named(own: readonly MenuEntry[], place: ModulePlace | undefined): readonly MenuEntry[] {
  const [first, ...rest] = own
  if (!first || !place || own.some(({ label }) => 'name' in label)) return own
  return [{ ...first, icon: moduleLooks[place.module]?.icon ?? first.icon, label: { name: place.name } }, ...rest]
}

/** The sidebar of a person (specification 2.3): only places that exist and are theirs. `module` is the one they are in. */
export function menuOf(me: Me, module: Module): readonly MenuSection[] {
  const { modules, company } = sidebarOf(me.standing)
  const sections: MenuSection[] = [
    { title: msg('Modules'), tour: 'modules', entries: ofModules(modules, module) },
    { title: msg('Workspace'), tour: 'workspace', entries: company.flatMap(lookOf) },
  ]
  return sections.filter(({ entries }) => entries.length > 0)
}

/**
 * A person's start page, as defined by the rules. If that module has no screens yet: the first dashboard they may see, or else
 * the companies below them.
 */
export function landingOf(me: Me): string | undefined {
  const { to } = ruledLanding(me.standing)
  if (hasPage(to)) return to
  const { modules, company } = sidebarOf(me.standing)
  const places = [...modules, ...company].flatMap(lookOf).map((entry) => entry.to)
  const starts = ['/dashboard', '/configuration/']
  return starts.map((start) => places.find((place) => place.includes(start))).find(Boolean) ?? places[0]
}

/** What becomes of an address that a person asked for. Who is led to a page that is not there starts at their first one. */
export function verdictOn(me: Me, pathname: string): Verdict {
  let verdict = guard(me.standing, pathname)
  while (verdict.kind === 'led' && !hasPage(verdict.to)) {
    const onwards = guard(me.standing, verdict.to)
    if (onwards.kind !== 'led') {
      const to = landingOf(me) ?? '/'
      return to === pathname ? { kind: 'absent', rule: verdict.rule } : { ...verdict, to }
    }
    verdict = onwards
  }
  return verdict
}
