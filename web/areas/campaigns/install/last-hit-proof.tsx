import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { checkRunEmbededCode } from '#contract/campaigns/embed-check.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { Proof } from './proof.tsx'

/** Polling intervals before and after the first hit. */
const waiting_ms = 3_000
const proven_ms = 30_000

/** A hit fully verifies the pixel, since it comes from a real visit. Appears without a reload. */
export function LastHitProof({ campaignId }: { campaignId: string }) {
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
