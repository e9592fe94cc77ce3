import { useEffect } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { useT } from '../../../i18n/texts.tsx'
import { Section } from '../section.tsx'
import styles from './install.module.css'
import { LastHitProof } from './last-hit-proof.tsx'
import { PageProof } from './page-proof.tsx'
import { SnippetPicker } from './snippet-picker.tsx'

const sectionId = 'install'

/** The pixel for the client's site, and two proofs that it is there. */
export function InstallSection({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  // The section comes after the page, when the campaign is read: too late for the router's own jump.
  useEffect(() => {
    if (location.hash === `#${sectionId}`) document.getElementById(sectionId)?.scrollIntoView()
  }, [])
  return (
    <Section
      id={sectionId}
      title={t('Install the pixel')}
      description={t('Add this code to every page, then verify it below.')}
    >
      <SnippetPicker
        pixelKey={campaign.pixel_key}
        campaignName={campaign.campaignName}
        startsWithGtm={campaign.gtmInstalled}
      />
      <div className={styles.proofs}>
        <PageProof campaign={campaign} />
        <LastHitProof campaignId={campaign.campaignId} />
      </div>
    </Section>
  )
}
