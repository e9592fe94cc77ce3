import {
  IconBuildingStore,
  IconEyeX,
  IconKeyboard,
  IconLanguage,
  IconLifebuoy,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'
import { opens } from '#contract/guards/judge.ts'
import { accountItemsOf, showsWayBack } from '#contract/guards/menus.ts'
import type { Hit } from '../../areas/search/matching.ts'
import { msg, type Text, type Translate } from '../../i18n/texts.tsx'
import { audienceEditPath } from '../../paths/audiences.ts'
import { newPath } from '../../paths/campaigns.ts'
import { agencyListPath, clientListPath } from '../../paths/companies.ts'
import { mayAddCompanies } from '../../session/may-add-companies.ts'
import type { ModulePlace } from '../../session/module.ts'
import type { AccountDialogName } from '../frame/account-dialog-names.ts'
import { shownItemsOf } from '../frame/account-items.ts'
import { otherNames } from './page-hits.ts'
import type { Seeker } from './page-looks.ts'

type Switch = { label: string; turn: () => void }

/** What the actions do, besides opening pages. */
export type Acts = {
  theme: Switch & { other: 'light' | 'dark' }
  language: Switch
  openDialog: (name: AccountDialogName) => void
  addCompany: (kind: 'agency' | 'client') => void
  showShortcuts: () => void
  leaveView: () => void
  signOut: () => void
}

type Action = { id: string; name: Text; also?: readonly Text[]; detail?: string; icon: Icon } & (
  | { to: string }
  | { act: () => void }
)

/** What the person may do from any page: create, change how the pages look, and everything of the account. */
export const actionHits = (seeker: Seeker, places: readonly ModulePlace[], acts: Acts, t: Translate): Hit[] =>
  [
    ...newCampaigns(seeker, places),
    ...newCompanies(seeker, acts),
    ...newAudience(seeker),
    ...looks(acts),
    ...ofAccount(seeker, acts),
  ].map(({ id, name, also, ...rest }) => ({
    ...rest,
    key: `action:${id}`,
    name: t(name),
    also: otherNames(name, also, t),
  }))

const newCampaigns = ({ me, mayCreateCampaigns }: Seeker, places: readonly ModulePlace[]): Action[] =>
  places
    .map((place) => ({ ...place, to: newPath(place) }))
    .filter(({ to }) => mayCreateCampaigns && opens(me.access, to))
    .map(({ module, name: detail, to }) => ({
      id: `new-campaign:${module}`,
      name: msg('New campaign'),
      detail,
      icon: IconPlus,
      to,
    }))

function newCompanies({ me }: Seeker, { addCompany }: Acts): Action[] {
  if (!mayAddCompanies(me)) return []
  if (me.side === 'agency' && opens(me.access, clientListPath))
    return [{ id: 'add-client', name: msg('Add client'), icon: IconUsersGroup, act: () => addCompany('client') }]
  if (me.side === 'root' && opens(me.access, agencyListPath))
    return [{ id: 'add-agency', name: msg('Add agency'), icon: IconBuildingStore, act: () => addCompany('agency') }]
  return []
}

function newAudience({ me, mayEditCampaigns }: Seeker): Action[] {
  const to = audienceEditPath('')
  const isOffered = mayEditCampaigns && me.viewEndsAt === null && opens(me.access, to)
  return isOffered ? [{ id: 'new-audience', name: msg('New audience'), icon: IconPlus, to }] : []
}

const looks = ({ theme, language, showShortcuts }: Acts): Action[] => [
  {
    id: 'theme',
    name: theme.other === 'dark' ? msg('Dark theme') : msg('Light theme'),
    icon: theme.other === 'dark' ? IconMoon : IconSun,
    act: theme.turn,
  },
  // Its name is in its own language for everybody.
  { id: 'language', name: language.label, also: [msg('Language')], icon: IconLanguage, act: language.turn },
  { id: 'shortcuts', name: msg('Keyboard shortcuts'), icon: IconKeyboard, act: showShortcuts },
]

function ofAccount({ me }: Seeker, acts: Acts): Action[] {
  const { supportUrl } = me
  const hasSupport = supportUrl !== null && accountItemsOf(me.access).includes('support')
  const openSupport = (): void => void window.open(supportUrl!, '_blank', 'noopener,noreferrer')
  return [
    ...shownItemsOf(me).flatMap((item): Action[] =>
      'dialog' in item
        ? [{ id: item.dialog, name: item.label, icon: item.icon, act: () => acts.openDialog(item.dialog) }]
        : [],
    ),
    ...(hasSupport ? [{ id: 'support', name: msg('Support'), icon: IconLifebuoy, act: openSupport }] : []),
    ...(showsWayBack(me.access)
      ? [{ id: 'leave-view', name: msg('Leave view mode'), icon: IconEyeX, act: acts.leaveView }]
      : []),
    { id: 'log-out', name: msg('Log out'), icon: IconLogout, act: acts.signOut },
  ]
}
