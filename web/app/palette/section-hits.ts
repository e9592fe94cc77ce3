import { IconSettings } from '@tabler/icons-react'
import { opens } from '#contract/guards/judge.ts'
import type { Hit } from '../../areas/search/matching.ts'
import { sections } from '../../areas/settings/sections.ts'
import type { Translate } from '../../i18n/texts.tsx'
import type { Me } from '../../session/me.ts'
import { otherNames } from './page-hits.ts'

const to = '/configuration/general-setting'

/** The sections of the person's own General Settings. */
export function sectionHits(me: Me, t: Translate): Hit[] {
  if (!opens(me.access, to)) return []
  const company = { companyId: me.companyId, isAgency: me.side === 'agency' }
  return sections
    .filter(({ isFor }) => isFor(me, company))
    .map(({ key, title }) => ({
      key: `section:${key}`,
      to,
      search: { section: key },
      name: t(title),
      detail: t('General Settings'),
      also: otherNames(title, [], t),
      icon: IconSettings,
    }))
}
