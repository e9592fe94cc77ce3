import type { Module } from '#contract/campaigns/modules.ts'
import type { Translate } from '../../i18n/texts.tsx'
import type { Me } from '../../session/me.ts'
import type { Hit } from '../../areas/search/matching.ts'
import { shownItemsOf } from './account-items.ts'
import { menuEntriesOf } from './menu.ts'

/** Every page in the user's menus; the current module's pages first. */
export function searchedPages(me: Me, module: Module, t: Translate): Hit[] {
  const ofMenu = menuEntriesOf(me, module).map(({ entry: { to, icon, label }, place }): Hit => {
    if ('text' in label) return { key: to, to, icon, name: t(label.text), detail: place?.name }
    return { key: to, to, icon, name: label.name, detail: t('Campaigns') }
  })
  const ofAccount = shownItemsOf(me).flatMap((item): Hit[] =>
    'to' in item ? [{ key: item.to, to: item.to, icon: item.icon, name: t(item.label) }] : [],
  )
  return [...ofMenu, ...ofAccount.filter(({ to }) => !ofMenu.some((page) => page.to === to))]
}
