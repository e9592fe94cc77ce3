import { goBackFromView } from '../../api/request.ts'
import { Palette } from '../../areas/search/palette.tsx'
import { useT } from '../../i18n/texts.tsx'
import { useCampaignRights } from '../../session/campaign-rights.ts'
import { useMe } from '../../session/me.ts'
import { modulePlaces, useModule } from '../../session/module.ts'
import type { AccountDialogName } from '../frame/account-dialog-names.ts'
import { signOut } from '../frame/sign-out.ts'
import { useLanguageSwitch, useThemeSwitch } from '../frame/use-looks.ts'
import { actionHits } from './action-hits.ts'
import type { OverlayName } from './overlay-name.ts'
import { leadsPathOf, pageHits } from './page-hits.ts'
import { sectionHits } from './section-hits.ts'

type SearchPaletteProps = {
  onClose: () => void
  onDialog: (name: AccountDialogName) => void
  onOverlay: (name: OverlayName) => void
}

/** The search over everything: all pages, settings and actions of the user; the current module's pages first. */
export function SearchPalette({ onClose, onDialog, onOverlay }: SearchPaletteProps) {
  const t = useT()
  const me = useMe()
  const { module } = useModule()
  const { mayCreate, mayEdit } = useCampaignRights()
  const theme = useThemeSwitch()
  const language = useLanguageSwitch()
  const seeker = { me, mayCreateCampaigns: mayCreate, mayEditCampaigns: mayEdit }
  const places = modulePlaces().toSorted((a, b) => Number(b.module === module) - Number(a.module === module))
  const acts = {
    theme,
    language: { ...language, turn: () => void language.turn() },
    openDialog: onDialog,
    addCompany: onOverlay,
    showShortcuts: () => onOverlay('shortcuts'),
    leaveView: () => void goBackFromView(),
    signOut: () => void signOut(),
  }
  return (
    <Palette
      places={[
        { title: t('Pages'), hits: pageHits(seeker, places, t) },
        { title: t('Actions'), hits: actionHits(seeker, places, acts, t) },
        { title: t('Settings'), hits: sectionHits(me, t) },
      ]}
      leadsPath={leadsPathOf(seeker, places)}
      onClose={onClose}
    />
  )
}
