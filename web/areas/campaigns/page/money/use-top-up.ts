import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { listCharges } from '#contract/billing/charges.ts'
import { readBilling } from '#contract/billing/invoices.ts'
import { readCurrentTopUp, readRemainingLeads, topUpCents } from '#contract/billing/top-ups.ts'
import type { CampaignTopUp } from '#contract/billing/top-ups.ts'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import type { CallFailure } from '../../../../api/failure.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useReread } from '../../../../api/use-reread.ts'
import { inboxReads } from '../../../inbox/inbox-reads.ts'

/** Polling interval while a top-up is being charged. */
const ask_ms = 2_000
const reads = [readRemainingLeads, listCharges, readBilling, ...inboxReads]

/** Whether the first top-up is about to be opened by a job, or the last one is being charged. */
function isInProgress({ current, leadsbuy }: CampaignTopUp, { status, price }: CampaignDetail): boolean {
  if (current) return ['sent', 'unknown'].includes(current.status) || (current.status === 'due' && !current.cause)
  return status === 'active' && topUpCents(leadsbuy, Math.round(price * 10_000)) > 0
}

/**
 * How leads of a campaign are prepaid, followed until its top-up is paid or waits for somebody. What else shows that
 * charge is then read again.
 */
export function useTopUp(
  campaign: CampaignDetail,
  enabled: boolean,
): UseQueryResult<AnswerOf<typeof readCurrentTopUp>, CallFailure> {
  const [asking, setAsking] = useState(false)
  const params = { id: campaign.campaignId }
  const answer = useCall(readCurrentTopUp, { params }, { enabled, refetchEvery_ms: asking && ask_ms })
  const topUp = answer.data?.data
  const isAsked = topUp !== undefined && isInProgress(topUp, campaign)
  if (isAsked !== asking) setAsking(isAsked)
  const standing = topUp && [topUp.current?.id, topUp.current?.status, topUp.current?.cause].join(' ')
  useReread(standing, reads)
  return answer
}
