import type { ReportAnalytics } from '#contract/reports/analytics.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { centsOf, marginOf } from '../figures/change.ts'
import { ChangeBadge } from '../figures/change-badge.tsx'
import { FigureTile, FigureTiles, LoadingTiles } from '../figures/figure-tile.tsx'
import { matchRateOf } from './measures.ts'

/** Key figures, each compared with the previous period. */
export function AnalyticsFigures({ report }: { report?: ReportAnalytics }) {
  const t = useT()
  const format = useFormat()
  if (!report) return <LoadingTiles tiles={5} />
  const { totals, previous } = report
  const versus = t('vs. previous period')
  const [rate, rateBefore] = [matchRateOf(totals), matchRateOf(previous)]
  const money = (amount_e4: number): string => format.money(centsOf(amount_e4))
  const margin = marginOf(totals)
  return (
    <FigureTiles label={t('Key metrics')}>
      <FigureTile
        label={t('Visits')}
        note={versus}
        badge={<ChangeBadge now={totals.visits} before={previous.visits} goodWhen="more" />}
      >
        {format.number(totals.visits)}
      </FigureTile>
      <FigureTile
        label={t('Match rate')}
        note={t('{count} people identified', { count: format.number(totals.matched) })}
        badge={rate !== null && rateBefore ? <ChangeBadge now={rate} before={rateBefore} goodWhen="more" /> : null}
      >
        {rate === null ? '–' : format.percent(rate)}
      </FigureTile>
      <FigureTile
        label={t('Leads')}
        note={versus}
        badge={<ChangeBadge now={totals.leads} before={previous.leads} goodWhen="more" />}
      >
        {format.number(totals.leads)}
      </FigureTile>
      <FigureTile
        label={t('Wholesale revenue')}
        note={versus}
        badge={<ChangeBadge now={totals.wholesale_e4} before={previous.wholesale_e4} goodWhen="more" />}
      >
        {money(totals.wholesale_e4)}
      </FigureTile>
      <FigureTile
        label={t('Agency margin')}
        note={
          totals.retail_e4 > 0
            ? t('{share} of retail', { share: isolate(format.percent(margin / totals.retail_e4)) })
            : versus
        }
        badge={<ChangeBadge now={margin} before={marginOf(previous)} goodWhen="more" />}
      >
        {money(margin)}
      </FigureTile>
    </FigureTiles>
  )
}
