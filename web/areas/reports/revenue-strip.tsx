import { mayAnalyze } from '#contract/guards/access-context.ts'
import { readRootRevenue } from '#contract/reports/analytics.ts'
import { serverNow_ms } from '../../api/server-clock.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { lastDays, reportToday } from '../../shells/last-days.ts'
import { centsOf } from '../../shells/figures/change.ts'
import { ChangeBadge } from '../../shells/figures/change-badge.tsx'
import { FigureTile, FigureTiles, LoadingTiles } from '../../shells/figures/figure-tile.tsx'
import { useVersus } from '../../shells/figures/figures-note.tsx'
import styles from './reports.module.css'

const days = 30

/** The operator's recent revenue (C118), above the agency list; for users who may open Report Analytics (R142). */
export function RevenueStrip() {
  return mayAnalyze(useMe().access) ? <Revenue /> : null
}

function Revenue() {
  const t = useT()
  const format = useFormat()
  const versusOf = useVersus()
  const params = lastDays(reportToday(serverNow_ms()), days)
  const { data, error } = useCall(readRootRevenue, { params })
  // The page is about the list below, so omit the figures if they cannot be loaded.
  if (error && !data) return null
  if (!data) return <LoadingTiles tiles={3} />
  const { total, compared, previous, comparison, by_day } = data
  const versus = versusOf(comparison, t('vs. previous {days} days', { days }))
  const money = (amount_e4: number): string => format.money(centsOf(amount_e4))
  const [before, now] = [by_day.at(-2), by_day.at(-1)]
  return (
    <div className={styles.strip}>
      <FigureTiles label={t('Last {days} days', { days })} timeZone={data.time_zone} comparison={comparison}>
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
          {money(total.wholesale_e4)}
        </FigureTile>
        <FigureTile
          label={t('Leads')}
          note={versus}
          badge={<ChangeBadge comparison={comparison} now={compared.leads} before={previous.leads} goodWhen="more" />}
        >
          {format.number(total.leads)}
        </FigureTile>
        <FigureTile
          label={t('Leads today')}
          note={t('Yesterday: {count}', { count: format.number(before?.leads ?? 0) })}
        >
          {format.number(now?.leads ?? 0)}
        </FigureTile>
      </FigureTiles>
    </div>
  )
}
