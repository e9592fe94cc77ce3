import { Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useEffect } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { checkRunEmbededCode, makeDebugLink } from '#contract/campaigns/embed-check.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FormGroup } from '../../../shells/form-page.tsx'
import { Section } from '../../../shells/section.tsx'
import { DebugLink } from './debug-link.tsx'
import styles from './install.module.css'
import { PageProof } from './page-proof.tsx'
import { Proof } from './proof.tsx'
import { SnippetPicker } from './snippet-picker.tsx'
import { mayCall } from '../../../session/may-call.ts'

/** Polling intervals before and after the first hit. */
const waiting_ms = 3_000
const proven_ms = 30_000

/** A hit fully verifies the pixel, since it comes from a real visit. Appears without a reload. */
function LastHitProof({ campaignId }: { campaignId: string }) {
  const t = useT()
  const format = useFormat()
  const client = useQueryClient()
  const [pause_ms, setPause_ms] = useState(waiting_ms)
  const run = useCall(checkRunEmbededCode, { query: { campaignId } }, { refetchEvery_ms: pause_ms })
  const runs = run.data?.status === 'exist'
  const lastHit = run.data?.last_hit_at ?? null
  const wanted_ms = runs ? proven_ms : waiting_ms
  if (pause_ms !== wanted_ms) setPause_ms(wanted_ms)
  // Refresh the numbers above, which must not lag behind this hit.
  useEffect(() => {
    if (lastHit) void client.invalidateQueries({ queryKey: [getCampaign.name] })
  }, [client, lastHit])
  return (
    <Proof
      title={t('Last hit')}
      tone={runs ? 'ok' : lastHit ? 'warn' : 'plain'}
      state={runs ? t('Running') : lastHit ? t('Silent') : t('Waiting for a hit')}
      pulse={!runs && !lastHit && !run.error}
    >
      {run.error ? (
        <p role="alert">{run.error.message}</p>
      ) : runs ? (
        <p>{t('The pixel is running.')}</p>
      ) : lastHit ? (
        <p>{t('The pixel has not reported for more than 24 hours.')}</p>
      ) : (
        <p>{t('Open a page of the site in another window. The hit appears here within seconds.')}</p>
      )}
      {lastHit && <p>{t('Last hit {time}', { time: format.dateTime(lastHit) })}</p>}
    </Proof>
  )
}

/** The pixel's code for the client's site, two installation checks, and the debug link. */
export function InstallSection({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const me = useMe()
  // The operator and users in view mode may not open the debug view of a client's site.
  const mayDebug = me.side !== 'root' && me.viewEndsAt === null && mayCall(me, makeDebugLink)
  const more = campaign.more_pixels ?? []
  const [key, setKey] = useState(campaign.pixel_key)
  const other = more.find(({ pixel_key }) => pixel_key === key)?.site_url
  const pixelKey = other === undefined ? campaign.pixel_key : key
  // Once hits arrive nobody needs the code every time; whoever waits for the first one keeps it open.
  const [isInstalled] = useState(campaign.last_hit_at !== null)
  const picker = (
    <SnippetPicker pixelKey={pixelKey} campaignName={campaign.campaignName} startsWithGtm={campaign.gtmInstalled} />
  )
  return (
    <Section title={t('Install the pixel')} description={t('Add this code to every page, then verify it below.')}>
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
      {isInstalled ? (
        <FormGroup title={t('The pixel’s code')} brief={t('Installed. Open it for another page or another site.')}>
          {picker}
        </FormGroup>
      ) : (
        picker
      )}
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
