import type { Icon } from '@tabler/icons-react'
import { msg, type Text } from '../../../i18n/texts.tsx'

/** A module's icon in menus and the name of its events: `look.ts` in its folder. */
export interface ModuleLook {
  icon: Icon
  events: Text
  /** Text of the link to the events. */
  view: Text
}

export const visitsLook = { events: msg('Visits'), view: msg('View visits') }
export const searchesLook = { events: msg('Searches'), view: msg('View searches') }
