import { Select } from '@mantine/core'
import { useState } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { Section } from '../../../shells/section.tsx'
import { DebugLink } from './debug-link.tsx'
import styles from './install.module.css'
import { LastHitProof } from './last-hit-proof.tsx'
import { PageProof } from './page-proof.tsx'
import { SnippetPicker } from './snippet-picker.tsx'

/** The pixel's code for the client's site, two installation checks, and the debug link. */
export function InstallSection({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const me = useMe()
  // The operator and users in view mode may not open the debug view of a client's site.
  const mayDebug = me.side !== 'root' && me.viewEndsAt === null
  const more = campaign.more_pixels ?? []
  const [key, setKey] = useState(campaign.pixel_key)
  const other = more.find(({ pixel_key }) => pixel_key === key)?.site_url
  const pixelKey = other === undefined ? campaign.pixel_key : key
  return (
    <Section
      id="install"
      title={t('Install the pixel')}
      description={t('Add this code to every page, then verify it below.')}
    >
      {more.length > 0 && (
        <Select
          label={t('Site')}
          description={t('Each site has its own pixel.')}
          className={styles.site}
          allowDeselect={false}
          data={[
            { value: campaign.pixel_key, label: campaign.siteUrl || t('Main site') },
            ...more.map(({ pixel_key, site_url }) => ({ value: pixel_key, label: site_url })),
          ]}
          value={pixelKey}
          onChange={(value) => value && setKey(value)}
        />
      )}
      <SnippetPicker pixelKey={pixelKey} campaignName={campaign.campaignName} startsWithGtm={campaign.gtmInstalled} />
      <div className={styles.proofs}>
        <PageProof key={pixelKey} campaign={campaign} other={other} />
        <LastHitProof campaignId={campaign.campaignId} />
        {mayDebug && (
          <DebugLink key={`debug ${pixelKey}`} campaignId={campaign.campaignId} site={other ?? campaign.siteUrl} />
        )}
      </div>
    </Section>
  )
}
