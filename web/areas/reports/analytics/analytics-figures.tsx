import type { ReportAnalytics } from '#contract/reports/analytics.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { centsOf, marginOf } from '../../../shells/figures/change.ts'
import { ChangeBadge } from '../../../shells/figures/change-badge.tsx'
import { FigureTile, FigureTiles, LoadingTiles } from '../../../shells/figures/figure-tile.tsx'
import type { RowsLink } from '../../../shells/figures/rows-link.ts'
import { useVersus } from '../../../shells/figures/figures-note.tsx'
import { matchRateOf } from './measures.ts'

/** Key figures, each compared with the previous period. */
export function AnalyticsFigures({
  report,
  leads,
  visits,
}: {
  report?: ReportAnalytics
  leads: RowsLink | undefined
  visits: RowsLink | undefined
}) {
  const t = useT()
  const format = useFormat()
  const versusOf = useVersus()
  if (!report) return <LoadingTiles tiles={5} />
  const { totals, compared, previous, comparison } = report
  const versus = versusOf(comparison, t('vs. previous period'))
  const [rate, rateNow, rateBefore] = [matchRateOf(totals), matchRateOf(compared), matchRateOf(previous)]
  const money = (amount_e4: number): string => format.money(centsOf(amount_e4))
  const margin = marginOf(totals)
  return (
    <FigureTiles label={t('Key metrics')} timeZone={report.time_zone} comparison={comparison}>
      <FigureTile
        label={t('Visits')}
        rows={visits}
        note={versus}
        badge={<ChangeBadge comparison={comparison} now={compared.visits} before={previous.visits} goodWhen="more" />}
      >
        {format.number(totals.visits)}
      </FigureTile>
      <FigureTile
        label={t('Match rate')}
        note={t('{count} people identified', { count: format.number(totals.matched) })}
        badge={
          rateNow !== null && rateBefore !== null ? (
            <ChangeBadge comparison={comparison} now={rateNow} before={rateBefore} goodWhen="more" isRate />
          ) : null
        }
      >
        {rate === null ? '–' : format.percent(rate)}
      </FigureTile>
      <FigureTile
        label={t('Leads')}
        rows={leads}
        note={versus}
        badge={<ChangeBadge comparison={comparison} now={compared.leads} before={previous.leads} goodWhen="more" />}
      >
        {format.number(totals.leads)}
      </FigureTile>
      <FigureTile
        label={t('Wholesale revenue')}
        note={versus}
        badge={
          <ChangeBadge
            comparison={comparison}
            now={compared.wholesale_e4}
            before={previous.wholesale_e4}
            goodWhen="more"
          />
        }
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
        badge={
          <ChangeBadge comparison={comparison} now={marginOf(compared)} before={marginOf(previous)} goodWhen="more" />
        }
      >
        {money(margin)}
      </FigureTile>
    </FigureTiles>
  )
}
