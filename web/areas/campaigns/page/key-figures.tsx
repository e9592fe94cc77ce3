import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { modulesWithPixel } from '#contract/campaigns/modules.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useModule } from '../../../session/module.ts'
import { CountUp } from '../../../shells/count-up.tsx'
import { StatTile, StatTiles } from '../../../shells/stat-tile.tsx'
import { limitNames } from '../names.ts'

export function KeyFigures({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const format = useFormat()
  const { module } = useModule()
  const { leadLimit: limit, wholesalePrice: wholesale, last_hit_at: lastHit } = campaign
  const price = (dollars: number): string => format.price(Math.round(dollars * 10_000))
  return (
    <StatTiles>
      <StatTile
        label={t('Leads')}
        value={<CountUp value={campaign.leads} show={format.number} />}
        note={t(limitNames[campaign.limitPeriod], { count: format.number(limit) })}
      />
      <StatTile
        label={t('Price per lead')}
        value={price(campaign.price)}
        note={wholesale === undefined ? undefined : t('Wholesale {price}', { price: isolate(price(wholesale)) })}
      />
      {modulesWithPixel.includes(module) && (
        <StatTile
          label={t('Last hit')}
          value={lastHit ? format.ago(lastHit) : t('None yet')}
          note={lastHit ? format.dateTime(lastHit) : t('The pixel has not reported yet.')}
        />
      )}
      <StatTile
        label={t('Schedule')}
        value={format.date(campaign.startDate)}
        note={campaign.endDate ? t('Until {date}', { date: format.date(campaign.endDate) }) : t('No end date')}
      />
    </StatTiles>
  )
}
