import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { SignalsSection } from '../locator/signals-section.tsx'
import { RecordCard } from './record-card.tsx'
import { SupplyNote } from './supply-note.tsx'

/** What the campaign looks for, and how much must be known of whoever searches for it. */
export function EnhanceSource({ campaign }: { campaign: CampaignDetail }) {
  return (
    <>
      <SupplyNote />
      <SignalsSection campaign={campaign} />
      <RecordCard campaign={campaign} />
    </>
  )
}
