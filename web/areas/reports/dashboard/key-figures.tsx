import type { LeadSums, ReportChart } from '#contract/reports/dashboard.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useModule } from '../../../session/module.ts'
import { CountUp } from '../../../shells/count-up.tsx'
import { centsOf, marginOf } from '../../../shells/figures/change.ts'
import { ChangeBadge } from '../../../shells/figures/change-badge.tsx'
import { FigureTile, FigureTiles, LoadingTiles } from '../../../shells/figures/figure-tile.tsx'
import { useVersus } from '../../../shells/figures/figures-note.tsx'
import { useRowsLinks } from '../../../shells/figures/rows-link.ts'
import { figureCount } from '../../../shells/figures/lead-measures.ts'

/** Counts leads only: the money spent on enriched lists produced none. */
const costPerLead = ({ leads, retail_e4, enriched_e4 }: LeadSums): number =>
  leads === 0 ? 0 : Math.round((retail_e4 - enriched_e4) / leads)

/** The key figures. A client sees what it pays; an agency sees revenue, cost and margin. */
export function KeyFigures({ chart, isAgency, days }: { chart?: ReportChart; isAgency: boolean; days: number }) {
  const t = useT()
  const format = useFormat()
  const versusOf = useVersus()
  const links = useRowsLinks()
  const { module } = useModule()
  if (!chart) return <LoadingTiles tiles={figureCount(isAgency)} />
  const { total, compared, previous, comparison } = chart
  const versus = versusOf(comparison, t('vs. previous {days} days', { days }))
  const leadsFrom = (start: string) => links.leads({ days: { start, end: chart.end }, module })
  const money = (amount_e4: number): string => format.money(centsOf(amount_e4))
  return (
    <FigureTiles label={t('Key metrics')} timeZone={chart.time_zone} comparison={comparison}>
      <FigureTile
        label={t('Leads today')}
        note={t('Yesterday: {count}', { count: format.number(chart.leads_yesterday) })}
        rows={leadsFrom(chart.end)}
      >
        <CountUp value={chart.leads_today} show={format.number} />
      </FigureTile>
      <FigureTile
        label={t('Leads')}
        note={versus}
        rows={leadsFrom(chart.start)}
        badge={<ChangeBadge comparison={comparison} now={compared.leads} before={previous.leads} goodWhen="more" />}
      >
        <CountUp value={total.leads} show={format.number} />
      </FigureTile>
      <FigureTile
        label={isAgency ? t('Revenue') : t('Cost')}
        note={
          total.enriched_e4 > 0 ? t('{amount} of it for enriched lists', { amount: money(total.enriched_e4) }) : versus
        }
        badge={
          <ChangeBadge
            comparison={comparison}
            now={compared.retail_e4}
            before={previous.retail_e4}
            goodWhen={isAgency ? 'more' : 'neither'}
          />
        }
      >
        {money(total.retail_e4)}
      </FigureTile>
      {isAgency ? (
        <AgencyMoney chart={chart} money={money} versus={versus} />
      ) : (
        <FigureTile
          label={t('Cost per lead')}
          note={t('{count, plural, one {# active campaign} other {# active campaigns}}', {
            count: chart.active_campaigns,
          })}
          badge={
            <ChangeBadge
              comparison={comparison}
              now={costPerLead(compared)}
              before={costPerLead(previous)}
              goodWhen="less"
            />
          }
        >
          {money(costPerLead(total))}
        </FigureTile>
      )}
    </FigureTiles>
  )
}

function AgencyMoney({
  chart: { total, compared, previous, comparison },
  money,
  versus,
}: {
  chart: ReportChart
  money: (amount_e4: number) => string
  versus: string
}) {
  const t = useT()
  const format = useFormat()
  const [cost, margin] = [total.wholesale_e4 ?? 0, marginOf(total)]
  return (
    <>
      <FigureTile
        label={t('Cost')}
        note={versus}
        badge={
          <ChangeBadge
            comparison={comparison}
            now={compared.wholesale_e4 ?? 0}
            before={previous.wholesale_e4 ?? 0}
            goodWhen="neither"
          />
        }
      >
        {money(cost)}
      </FigureTile>
      <FigureTile
        label={t('Margin')}
        note={
          total.retail_e4 > 0
            ? t('{share} of revenue', { share: isolate(format.percent(margin / total.retail_e4)) })
            : versus
        }
        badge={
          <ChangeBadge comparison={comparison} now={marginOf(compared)} before={marginOf(previous)} goodWhen="more" />
        }
      >
        {money(margin)}
      </FigureTile>
    </>
  )
}
