import { Alert, Button } from '@mantine/core'
import { IconCoin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { readMonthCap, type MonthCap } from '#contract/leads/month-cap.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useModule } from '../../../session/module.ts'
import { StatTile, StatTiles } from '../../../shells/stat-tile.tsx'
import { Bar } from '../../../ui/bar.tsx'
import { editPath } from '../paths.ts'

/** It moves with every lead, as the figures beside it do. */
const refresh_ms = 15_000

/** What of a campaign's cap is used; nothing while that is not known, or where it has none. */
function useMonthCap({ campaignId, month_cap_cents: cap }: CampaignDetail): MonthCap | undefined {
  const answer = useCall(
    readMonthCap,
    { params: { id: campaignId } },
    { enabled: cap > 0, alwaysFresh: true, refetchEvery_ms: refresh_ms },
  )
  return cap > 0 ? answer.data?.data : undefined
}

/** How much of the month's money is used, and when it counts anew. */
export function MonthCapTile({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const format = useFormat()
  const cap = useMonthCap(campaign)
  if (campaign.month_cap_cents === 0) return null
  return (
    <StatTiles>
      <StatTile
        label={t('Money cap')}
        value={cap && format.money(cap.used_cents)}
        note={
          cap && (
            <>
              {t('of {cap} this month, anew on {date}', {
                cap: isolate(format.money(cap.cap_cents)),
                date: format.date(cap.anew_on),
              })}
              <Bar share={cap.used_cents / cap.cap_cents} />
            </>
          )
        }
      />
    </StatTiles>
  )
}

/** Why no lead comes any more, and until when. */
export function MonthCapMet({ campaign, mayEdit }: { campaign: CampaignDetail; mayEdit: boolean }) {
  const t = useT()
  const format = useFormat()
  const module = useModule()
  const cap = useMonthCap(campaign)
  if (!cap?.is_met) return null
  return (
    <Alert
      color="yellow"
      icon={<IconCoin size={18} stroke={1.75} />}
      title={t('The money cap of this month is reached')}
    >
      {t('Another lead would cost more than the {cap} that this campaign may cost. Leads come again from {date} on.', {
        cap: isolate(format.money(cap.cap_cents)),
        date: format.date(cap.anew_on),
      })}
      {mayEdit && campaign.status !== 'archived' && (
        <Button
          display="block"
          w="fit-content"
          variant="default"
          size="xs"
          mt="xs"
          component={Link}
          to={editPath(module, campaign.campaignId)}
        >
          {t('Change the cap')}
        </Button>
      )}
    </Alert>
  )
}
