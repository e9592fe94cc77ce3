import { useT } from '../../i18n/texts.tsx'
import { useParam } from '../../session/address.ts'
import { useModule } from '../../session/module.ts'
import { campaignPath } from '../../paths/campaigns.ts'
import { useCampaignRights } from '../../session/campaign-rights.ts'
import { ListView } from './list-view.tsx'

/** One campaign's exclusion list. */
export function CampaignExclusionsPage() {
  const t = useT()
  const module = useModule()
  const campaignId = useParam('campaignId')
  const { mayEdit, mayRemove } = useCampaignRights()
  return (
    <ListView
      target={{ level: 'campaign', campaignId }}
      rights={{ mayUpload: mayEdit, mayPurge: mayRemove, mayUndo: mayEdit, maySetRule: false }}
      back={{ to: campaignPath(module, campaignId), label: t('Campaign') }}
    />
  )
}
