import {
  IconAddressBook,
  IconDatabaseImport,
  IconEye,
  IconSend,
  IconUsersGroup,
  IconWorldSearch,
  type Icon,
} from '@tabler/icons-react'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { Me } from '../../session/me.ts'
import { modulePlaces } from '../../session/module.ts'
import type { Page } from '../page.ts'
import { modulePages, pages } from '../routes.tsx'

export type MenuEntry = {
  to: string
  icon: Icon
  /** A text of ours, translated where it is shown; or a name the agency chose, shown as it is. */
  label: { text: Text } | { name: string }
}
export type MenuSection = { title: Text; entries: readonly MenuEntry[] }

const exists = (list: readonly Page[], path: string, me: Me): boolean =>
  list.some((page) => page.path === path && (page.isFor?.(me) ?? true))

const listsOfModule: readonly { path: string; icon: Icon; text: Text }[] = [
  { path: 'leads', icon: IconAddressBook, text: msg('Leads') },
  { path: 'visits', icon: IconEye, text: msg('Visits') },
  { path: 'deliveries', icon: IconSend, text: msg('Deliveries') },
]

function moduleEntries(me: Me): MenuEntry[] {
  return modulePlaces().flatMap(({ name, base }) => [
    ...(exists(modulePages, 'campaign-management', me)
      ? [{ to: `${base}/campaign-management`, icon: IconWorldSearch, label: { name } }]
      : []),
    ...listsOfModule
      .filter(({ path }) => exists(modulePages, path, me))
      .map(({ path, icon, text }) => ({ to: `${base}/${path}`, icon, label: { text } })),
  ])
}

const workspace: readonly { path: string; icon: Icon; text: Text }[] = [
  { path: 'configuration/agency-list', icon: IconUsersGroup, text: msg('Agency List') },
  { path: 'configuration/client-management', icon: IconUsersGroup, text: msg('Client Management') },
  { path: 'configuration/data-enrichment', icon: IconDatabaseImport, text: msg('Data Enrichment') },
]

/** The sidebar of a person (specification 2.3): only places that exist and are theirs. */
export function menuOf(me: Me): readonly MenuSection[] {
  const sections: MenuSection[] = [
    { title: msg('Modules'), entries: me.side === 'root' ? [] : moduleEntries(me) },
    {
      title: msg('Workspace'),
      entries: workspace
        .filter(({ path }) => exists(pages, path, me))
        .map(({ path, icon, text }) => ({ to: `/${path}`, icon, label: { text } })),
    },
  ]
  return sections.filter(({ entries }) => entries.length > 0)
}

/** Where a person starts: a client at the leads, an agency at its clients, the root at its agencies. */
export function landingOf(me: Me): string | undefined {
  const places = menuOf(me).flatMap(({ entries }) => entries.map(({ to }) => to))
  const first = me.side === 'client' ? '/leads' : '/configuration/'
  return places.find((to) => to.includes(first)) ?? places[0]
}
