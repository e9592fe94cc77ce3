import { useState } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import {
  pollEvery_ms,
  readCampaignExclusions,
  readCompanyExclusions,
  type ExclusionList,
} from '#contract/exclusions/lists.ts'
import { useCall } from '../../api/hooks.ts'
import type { CallFailure } from '../../api/failure.ts'

/** The owner of the list shown on a page. */
export type ListTarget =
  | { level: 'root' | 'agency' | 'client'; companyId: string }
  | { level: 'campaign'; campaignId: string }

/** Queries to invalidate after a list changes. */
export const listReads = [readCompanyExclusions, readCampaignExclusions]

/** The current list with a page of its changes; polled every two seconds while uploads are processed (R253). */
export function useList(target: ListTarget, page: number): UseQueryResult<{ data: ExclusionList }, CallFailure> {
  const [isWatching, setIsWatching] = useState(false)
  const refetchEvery_ms = isWatching ? pollEvery_ms : (false as const)
  const isCampaign = target.level === 'campaign'
  const campaignId = isCampaign ? target.campaignId : ''
  const companyId = isCampaign ? '' : target.companyId
  const query = { page }
  const options = { refetchEvery_ms, keepPrevious: true }
  const ofCompany = useCall(
    readCompanyExclusions,
    { params: { companyId }, query },
    { enabled: !isCampaign, ...options },
  )
  const ofCampaign = useCall(
    readCampaignExclusions,
    { params: { campaignId }, query },
    { enabled: isCampaign, ...options },
  )
  const list = isCampaign ? ofCampaign : ofCompany
  const isBusy = (list.data?.data.jobProgress.length ?? 0) > 0
  if (isBusy !== isWatching) setIsWatching(isBusy)
  return list
}
