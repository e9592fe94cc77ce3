import { eventDays, listSiteEvents } from '#contract/leads/site-events.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import styles from './figures-table.module.css'

/** Visitors' events besides page views; renders nothing if the site sends none. */
export function SiteEvents({ campaignId }: { campaignId: string }) {
  const t = useT()
  const format = useFormat()
  const events = useCall(listSiteEvents, { params: { id: campaignId } }).data?.data
  if (!events || events.events.length === 0) return null
  const rate = (leads: number): string => (events.leads === 0 ? '–' : format.percent(leads / events.leads))
  return (
    <TitledCard title={t('Events and conversions')}>
      <p className={styles.about}>
        {t('What visitors did on the site in the last {days} days, and how many of the leads from these days did it.', {
          days: eventDays,
        })}
      </p>
      {events.goals && (
        <p className={styles.about}>
          {t('Goals reached: {count}, by {leads} of the leads ({rate}).', {
            count: format.number(events.goals.count),
            leads: format.number(events.goals.leads),
            rate: rate(events.goals.leads),
          })}
        </p>
      )}
      <table className={styles.table} aria-label={t('Events and conversions')}>
        <thead>
          <tr>
            <th scope="col">{t('Event')}</th>
            {[t('Count'), t('Value'), t('Leads'), t('Rate')].map((text) => (
              <th key={text} scope="col" data-align="end">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.events.map((event) => (
            <tr key={`${event.kind} ${event.event_name}`}>
              <th scope="row">
                {event.event_name === '' ? (
                  event.kind === 'conversion' ? (
                    t('Conversion')
                  ) : (
                    t('No name')
                  )
                ) : (
                  <bdi>{event.event_name}</bdi>
                )}
                {event.is_goal && <StatusBadge tone="ok">{t('Goal')}</StatusBadge>}
              </th>
              {[
                format.number(event.count),
                event.value === 0 ? '–' : format.number(event.value),
                format.number(event.leads),
                rate(event.leads),
              ].map((text, at) => (
                <td key={at} data-align="end">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TitledCard>
  )
}
