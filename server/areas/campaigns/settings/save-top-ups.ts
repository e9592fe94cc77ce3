import { isTopUpTooSmall, topUpCents } from '#contract/billing/top-ups.ts'
import type { CampaignDetail, CampaignFields } from '#contract/campaigns/campaign.ts'
import { sentences } from '#contract/core/sentences.ts'
import { requestTopUp } from '#server/areas/prepaid/funds.ts'
import { readBalance, saveBalance } from '#server/areas/prepaid/balances.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Campaign } from '../campaign.ts'
import { maySetPrices } from '../policy.ts'

export type TopUpFields = Pick<CampaignFields, 'leadsbuy' | 'topupoptions'>

/** How a campaign's leads are prepaid; most campaigns have no such setting. */
export async function readTopUpFields(
  tx: Tx,
  { agencyId, id }: Pick<Campaign, 'agencyId' | 'id'>,
): Promise<Required<Pick<CampaignDetail, 'leadsbuy' | 'topupoptions'>>> {
  const balance = await readBalance(tx, agencyId, id)
  return {
    leadsbuy: balance?.leadsToBuy ?? 0,
    topupoptions: balance === null || balance.stopsContinual ? 'onetime' : 'continual',
  }
}

/** Nobody orders leads for less than a card can be charged, which would be more than they cost. Throws 422 for the field. */
function checkTopUp(field: string, leads: number, price_e4: number): void {
  if (isTopUpTooSmall(topUpCents(leads, price_e4))) throw invalid(field, sentences.topUpMinimum)
}

/** Checks that a new price of a campaign doesn't make its top-ups too small. */
export async function checkTopUpPrice(tx: Tx, campaign: Campaign): Promise<void> {
  checkTopUp('price', (await readTopUpFields(tx, campaign)).leadsbuy, campaign.retailPrice_e4)
}

/** Saves how a campaign's leads are prepaid; the first are bought once it runs. Unchanged values are ignored. */
export async function saveTopUps(
  tx: Tx,
  call: SignedInCall,
  campaign: Pick<Campaign, 'rootId' | 'agencyId' | 'clientId' | 'id' | 'status' | 'retailPrice_e4'>,
  { leadsbuy, topupoptions }: TopUpFields,
): Promise<void> {
  const before = await readTopUpFields(tx, campaign)
  const leadsToBuy = leadsbuy ?? before.leadsbuy
  const option = topupoptions ?? before.topupoptions
  if (leadsToBuy === before.leadsbuy && (option === before.topupoptions || leadsToBuy === 0)) return
  if (!maySetPrices(call.caller)) throw invalid('leadsbuy', 'Prices are set by your agency.')
  checkTopUp('leadsbuy', leadsToBuy, campaign.retailPrice_e4)
  const stopsContinual = option === 'onetime'
  // The client's card is charged for them, without anybody looking again.
  if (leadsToBuy > before.leadsbuy || !stopsContinual) await call.requireRecentProof(tx)
  const name = { id: campaign.id, clientId: campaign.clientId }
  await saveBalance(tx, campaign, call.platform.clock.now(), name, { leadsToBuy, stopsContinual })
  if (campaign.status === 'active') await requestTopUp(tx, campaign, campaign.id)
}
