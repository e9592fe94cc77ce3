import { Skeleton } from '@mantine/core'
import { readDeveloperUsage, type DeveloperUsage } from '#contract/developers/requests.ts'
import { useCall } from '../../../api/hooks.ts'
import { serverNow_ms } from '../../../api/server-clock.ts'
import { useFormat } from '../../../i18n/format.ts'
import { joinWords, msg, useT, type Text } from '../../../i18n/texts.tsx'
import { DetailList } from '../../../shells/detail-list.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { Bar } from '../../../ui/bar.tsx'
import { WideTable } from '../../../ui/wide-table.tsx'
import { ChartCard } from '../../../shells/figures/chart-card.tsx'
import { countDays, countOperations, firstDayOf, type Counts } from './count-usage.ts'
import { PageHeader } from '../../../shells/page-header.tsx'
import styles from './portal.module.css'

const shownDays = 30

/** API usage of the company's own software by day and by operation, and its rate limits. */
export function UsagePage() {
  const t = useT()
  const from = firstDayOf(serverNow_ms(), 2 * shownDays)
  const usage = useCall(readDeveloperUsage, { query: { from } }, { refetchEvery_ms: 30_000 })
  const days = usage.data && countDays(usage.data, shownDays)
  const begin = days?.[0]?.date ?? from
  return (
    <>
      <PageHeader
        title={t('API usage')}
        description={t('Calls made with your keys in the last 30 days, by UTC day.')}
      />
      {usage.error && !usage.data ? (
        <FailureNote failure={usage.error} onRetry={usage.refetch} />
      ) : (
        <div className={styles.page}>
          <ChartCard<Counts>
            days={days}
            timeZone="UTC"
            measures={[
              { key: 'calls', name: msg('Calls'), isMoney: false, valueOf: ({ calls }) => calls },
              { key: 'failed', name: msg('Failed calls'), isMoney: false, valueOf: ({ failed }) => failed },
            ]}
            names={{ now: t('This period'), before: t('Previous period') }}
          />
          <div className={styles.pair}>
            <TitledCard title={t('By operation')}>
              {usage.data ? <Operations usage={usage.data} from={begin} /> : <Skeleton height={160} />}
            </TitledCard>
            <TitledCard title={t('Limits')}>
              {usage.data ? <Limits usage={usage.data} /> : <Skeleton height={160} />}
            </TitledCard>
          </div>
        </div>
      )}
    </>
  )
}

function Operations({ usage, from }: { usage: DeveloperUsage; from: string }) {
  const t = useT()
  const format = useFormat()
  const operations = countOperations(usage, from)
  if (operations.length === 0)
    return <p className={styles.note}>{t('No calls were made with your keys in this period.')}</p>
  return (
    <WideTable label={t('Calls by operation')}>
      <thead>
        <tr>
          <th scope="col">{t('Operation')}</th>
          <th scope="col" data-align="end">
            {t('Calls')}
          </th>
          <th scope="col" data-align="end">
            {t('Failed calls')}
          </th>
        </tr>
      </thead>
      <tbody>
        {operations.map(({ operation, calls, failed, statuses }) => (
          <tr key={operation}>
            <th scope="row">
              <bdi className={styles.code}>{operation}</bdi>
              <Bar share={calls / operations[0]!.calls} />
            </th>
            <td data-align="end">{format.number(calls)}</td>
            <td data-align="end">
              {format.number(failed)}
              {statuses && (
                <small className={styles.statuses}>
                  <bdi>{statuses}</bdi>
                </small>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  )
}

const limitNames: Readonly<Record<DeveloperUsage['limits'][number]['applies_to'], Text>> = {
  key: msg('All calls with one key'),
  company: msg('All calls of your company'),
  token_requests: msg('Tokens for one key'),
}

/** Rate limits, per minute or per day. */
function Limits({ usage }: { usage: DeveloperUsage }) {
  const t = useT()
  const format = useFormat()
  const say = ({ requests, per_seconds }: DeveloperUsage['limits'][number]): string =>
    per_seconds === 86_400
      ? t('{n} a day', { n: format.number(requests) })
      : t('{n} a minute', { n: format.number((requests * 60) / per_seconds) })
  return (
    <>
      <DetailList
        loading={false}
        items={Object.entries(limitNames).map(([applies, name]) => ({
          label: t(name),
          value: joinWords(usage.limits.filter(({ applies_to }) => applies_to === applies).map(say), t),
        }))}
      />
      <p className={styles.note}>
        {t('Each response shows what is left in its RateLimit headers. Calls above a limit get a 429.')}
      </p>
    </>
  )
}
