import { IconBuildingSkyscraper, IconUserCheck, IconWorld, IconWorldSearch, type Icon } from '@tabler/icons-react'
import type { Module } from '#contract/campaigns/modules.ts'
import { msg, type Text } from '../../../i18n/texts.tsx'

/** How a module is shown in menus, and what its events are called there. */
interface ModuleLook {
  icon: Icon
  events: Text
  /** A link to them. */
  view: Text
}

const visits = { events: msg('Visits'), view: msg('View visits') }
const searches = { events: msg('Searches'), view: msg('View searches') }

export const moduleLooks: Readonly<Partial<Record<Module, ModuleLook>>> = {
  local: { icon: IconWorld, ...visits },
  locator: { icon: IconWorldSearch, ...searches },
  enhance: { icon: IconUserCheck, ...searches },
  b2b: { icon: IconBuildingSkyscraper, ...visits },
}
