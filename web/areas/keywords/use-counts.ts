import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listCampaignCounts, pollEvery_ms, readCampaignCounts, type KeywordCount } from '#contract/keywords/counts.ts'
import { useCall } from '../../api/hooks.ts'

/** A campaign's counts in progress. While there are any, polls for them and refreshes the history. */
export function usePendingCounts(campaignId: string): readonly KeywordCount[] {
  const client = useQueryClient()
  const [watched, setWatched] = useState(false)
  const answer = useCall(
    readCampaignCounts,
    { params: { id: campaignId } },
    { refetchEvery_ms: watched ? pollEvery_ms : false, alwaysFresh: true },
  )
  const pending = answer.data?.data.pending ?? []
  if (pending.length > 0 !== watched) setWatched(pending.length > 0)
  const ids = pending.map(({ id }) => id).join()
  useEffect(() => void client.invalidateQueries({ queryKey: [listCampaignCounts.name] }), [client, ids])
  return pending
}
