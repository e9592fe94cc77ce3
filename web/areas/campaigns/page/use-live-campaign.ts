import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { liveLeads } from '#contract/leads/live.ts'
import { readMonthCap } from '#contract/leads/month-cap.ts'
import { useStream } from '../../../api/stream.ts'

/** Minimum interval between refreshes during a burst of leads. */
const followEvery_ms = 2_000

/** Refetches a campaign's numbers and caps when the live feed reports news of its client. */
export function useLiveCampaign({ company_id: companyId }: CampaignDetail): void {
  const client = useQueryClient()
  const refresh = useThrottledCallback(() => {
    void client.invalidateQueries({ queryKey: [getCampaign.name] })
    void client.invalidateQueries({ queryKey: [readMonthCap.name] })
  }, followEvery_ms)
  useStream(liveLeads, { params: { companyId } }, (event) => {
    if (event.name !== 'ready') refresh()
  })
}
