import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { SignalsSection } from '../locator/signals-section.tsx'
import { RecordCard } from './record-card.tsx'
import { SupplyNote } from './supply-note.tsx'

/** Page sections: what the campaign looks for, and how complete a person's record must be. */
export function EnhanceSource({ campaign }: { campaign: CampaignDetail }) {
  return (
    <>
      <SupplyNote />
      <SignalsSection campaign={campaign} />
      <RecordCard campaign={campaign} />
    </>
  )
}
