import { Menu } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { enrichCampaign, listEnrichments } from '#contract/enrichment/enrichments.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useStillHere } from '../../session/still-here.ts'
import { notifyDone, notifyFailed } from '../../shells/notify.tsx'
import { useEnrichmentPath, useMayEnrich } from './use-enrichment-path.ts'

/** Starts enrichment of a campaign's leads, then opens the page that shows the price. */
export function EnrichLeadsItem({ campaignId }: { campaignId: string }) {
  const t = useT()
  const navigate = useNavigate()
  const isHere = useStillHere()
  const path = useEnrichmentPath()
  const enrich = useAction(enrichCampaign, {
    invalidates: [listEnrichments],
    onDone: ({ message }) => {
      notifyDone(t(message))
      if (path !== null && isHere()) void navigate({ to: path })
    },
  })
  if (!useMayEnrich()) return null
  return (
    <Menu.Item
      leftSection={<IconSparkles size={16} stroke={1.75} />}
      disabled={enrich.isPending}
      onClick={() =>
        enrich.mutate({ params: { id: campaignId }, body: {} }, { onError: ({ message }) => notifyFailed(message) })
      }
    >
      {t('Enrich leads')}
    </Menu.Item>
  )
}
