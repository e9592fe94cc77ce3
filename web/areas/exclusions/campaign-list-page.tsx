import { useParam } from '../../session/address.ts'
import { useCampaignRights } from '../../session/campaign-rights.ts'
import { ListView } from './list-view.tsx'

/** One campaign's exclusion list. */
export function CampaignExclusionsPage() {
  const campaignId = useParam('campaignId')
  const { mayEdit, mayRemove } = useCampaignRights()
  return (
    <ListView
      target={{ level: 'campaign', campaignId }}
      rights={{ mayUpload: mayEdit, mayPurge: mayRemove, mayUndo: mayEdit, maySetRule: false }}
    />
  )
}
