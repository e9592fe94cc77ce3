import { reasonTable } from '#contract/leads/reasons.ts'
import type { Simulation } from '#contract/leads/simulation.ts'
import { centsFromE4 } from '#contract/core/money.ts'
import { useFormat } from '../../../../i18n/format.ts'
import { isolate } from '../../../../i18n/isolate.ts'
import { msg, useT } from '../../../../i18n/texts.tsx'
import { useMe } from '../../../../session/me.ts'
import { DetailList } from '../../../../shells/detail-list.tsx'
import { Bar } from '../../../../ui/bar.tsx'
import styles from './simulation.module.css'

const capNames = {
  campaign: msg('Spend cap'),
  client: msg('Client spend cap'),
  agency: msg('Agency spend cap'),
}
/** The client cap's name, as shown to the client itself. */
const ofAllCampaigns = msg('Spend cap for all campaigns')

export function SimulationResult({ result }: { result: Simulation }) {
  const t = useT()
  const format = useFormat()
  const { side } = useMe()
  const { days, leads, cost, wholesale, people } = result
  const outcomeOf = (on: string | null, count: number): string =>
    on === null
      ? t('Not met')
      : t('Met on {date}, on {count} of {days} days', {
          date: format.date(on),
          count: format.number(count),
          days: format.number(days),
        })
  const money = (price_e4: number): string => format.money(centsFromE4(price_e4))
  if (result.events === 0)
    return <p className={styles.nothing}>{t('Nothing in this period could have become a lead.')}</p>
  const items = [
    {
      label: t('Leads'),
      value: t('{leads} ({rate} a day)', {
        leads: format.number(leads),
        rate: format.number(Math.round((leads / days) * 10) / 10),
      }),
    },
    {
      label: t('Cost'),
      value:
        wholesale === undefined
          ? money(cost)
          : t('{retail} (wholesale {wholesale})', {
              retail: isolate(money(cost)),
              wholesale: isolate(money(wholesale)),
            }),
    },
    { label: t('People'), value: format.number(people) },
    { label: t('Lead limit'), value: outcomeOf(result.limit_met_on, result.limit_met_days) },
    ...result.caps.map(({ of, met_on, met_days }) => ({
      label: t(of === 'client' && side === 'client' ? ofAllCampaigns : capNames[of]),
      value: outcomeOf(met_on, met_days),
    })),
  ]
  return (
    <div aria-live="polite">
      {result.source_name !== null && (
        <p className={styles.source}>
          {t('Based on visits reported by the {campaign} pixel on the same site.', {
            campaign: isolate(result.source_name),
          })}
        </p>
      )}
      <DetailList loading={false} items={items} />
      <div className={styles.pair}>
        <ReasonTable result={result} />
        <DaysTable result={result} />
      </div>
    </div>
  )
}

/** How many events ended at each stage, in stage order. */
function ReasonTable({ result: { reasons, events } }: { result: Simulation }) {
  const t = useT()
  const format = useFormat()
  return (
    <table className={styles.table} aria-label={t('Event outcomes')}>
      <thead>
        <tr>
          <th scope="col">{t('Stage')}</th>
          <th scope="col" data-align="end">
            {t('Events')}
          </th>
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ reason, count }) => (
          <tr key={reason}>
            <th scope="row" title={t(reasonTable[reason].hint)}>
              {t(reasonTable[reason].title)}
              <Bar share={count / events} strong={reason === 'lead'} />
            </th>
            <td data-align="end">{format.number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DaysTable({ result: { by_day } }: { result: Simulation }) {
  const t = useT()
  const format = useFormat()
  const most = Math.max(1, ...by_day.map(({ leads }) => leads))
  const label = t('Events by day')
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('Day')}</th>
            <th scope="col" data-align="end">
              {t('Events')}
            </th>
            <th scope="col" data-align="end">
              {t('Leads')}
            </th>
          </tr>
        </thead>
        <tbody>
          {by_day.toReversed().map(({ date, events, leads }) => (
            <tr key={date}>
              <th scope="row">
                {format.day(date)}
                <Bar share={leads / most} strong />
              </th>
              <td data-align="end">{format.number(events)}</td>
              <td data-align="end">{format.number(leads)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
