import type { Icon } from '@tabler/icons-react'
import { msg, type Text } from '../../../i18n/texts.tsx'

/** How a module is shown in menus, and what its events are called there: `look.ts` of its folder. */
export interface ModuleLook {
  icon: Icon
  events: Text
  /** A link to them. */
  view: Text
}

export const visitsLook = { events: msg('Visits'), view: msg('View visits') }
export const searchesLook = { events: msg('Searches'), view: msg('View searches') }
