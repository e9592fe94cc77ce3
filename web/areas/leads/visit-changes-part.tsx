import { Button } from '@mantine/core'
import { guard } from '#contract/guards/guard.ts'
import type { VisitDetail } from '#contract/leads/lead.ts'
import { rulesToLeaveOut } from '#contract/leads/simulation.ts'
import { useT } from '../../i18n/texts.tsx'
import { campaignPath, editPath, exclusionsPath } from '../../paths/campaigns.ts'
import { clientListPath } from '../../paths/companies.ts'
import { useCampaignRights } from '../../session/campaign-rights.ts'
import { useMe, type Me } from '../../session/me.ts'
import { useModule, type ModulePlace } from '../../session/module.ts'
import type { Search } from '../../session/search.ts'
import { PageLink } from '../../shells/page-link.tsx'
import styles from './visit-body.module.css'
import { changeOf, unchangeableText, type Change } from './visit-changes.ts'

interface Target {
  to: string
  search?: Search
  hash?: string
}

/** The page on which a change is made. */
function targetOf(change: Change, visit: VisitDetail, place: ModulePlace, side: Me['side']): Target {
  const ofClient = side === 'client' ? '/user/card-setting' : `${clientListPath}/${visit.company_id}`
  switch (change.at) {
    case 'field':
      return { to: editPath(place, visit.campaignId), hash: change.field || undefined }
    case 'campaign':
      return { to: campaignPath(place, visit.campaignId), search: change.tab && { tab: change.tab } }
    case 'exclusions':
      return { to: exclusionsPath(place, visit.campaignId) }
    case 'agencyExclusions':
      return { to: '/configuration/exclusion-list' }
    case 'clientExclusions':
      return { to: side === 'client' ? '/user/exclusion-list' : ofClient }
    case 'client':
      return { to: ofClient }
  }
}

/** What could be changed so that such visits become leads, with a link to it and to what it would have brought. */
export function VisitChanges({ visit }: { visit: VisitDetail }) {
  const t = useT()
  const me = useMe()
  const place = useModule()
  const { mayEdit } = useCampaignRights()
  const change = changeOf(visit)
  if (!change) return <p className={styles.quiet}>{t(unchangeableText(visit.reason))}</p>
  const target = targetOf(change, visit, place, me.side)
  const mayOpen = me.side !== 'root' && guard(me.access, target.to).kind === 'shown'
  const rule = rulesToLeaveOut.find((one) => one === visit.reason)
  return (
    <>
      <div className={styles.changes}>
        {mayOpen && (change.at !== 'field' || mayEdit) && (
          <Button
            component={PageLink}
            to={target.to}
            search={target.search}
            hash={target.hash}
            variant="default"
            size="xs"
          >
            {t(change.text)}
          </Button>
        )}
        {me.side !== 'root' && rule && (
          <Button
            component={PageLink}
            to={campaignPath(place, visit.campaignId)}
            search={{ tab: 'settings', without: rule }}
            hash="simulation"
            variant="default"
            size="xs"
          >
            {t('Simulate without this rule')}
          </Button>
        )}
      </div>
      {change.at === 'field' && !mayEdit && (
        <p className={styles.quiet}>{t('Only people who may edit the campaign can change this.')}</p>
      )}
    </>
  )
}
