import { Skeleton } from '@mantine/core'
import type { Module } from '#contract/campaigns/modules.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { matchedReasons, reasonTable, type Reason } from '#contract/leads/reasons.ts'
import { summarizeVisits } from '#contract/leads/visits.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { CountUp } from '../../shells/count-up.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { Bar } from '../../ui/bar.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './visits-page.module.css'

type Range = { companyId: string; clientId: string; start: string; end: string }

/**
 * How many visits a period had, how many matched, and how many ended at each stage, as a share of all visits.
 * Choosing a stage filters the list below by it.
 */
export function VisitFunnel({
  params,
  events,
  campaign,
  module,
  group,
  selection,
  onChoose,
}: {
  params: Range
  /** The word for what is counted: visits or searches. */
  events: string
  /** An id, or `all`. */
  campaign: string
  module: Module
  /** A group of clients, or `all`. */
  group: string
  selection: Reason | 'all'
  onChoose: (reason: Reason | 'all') => void
}) {
  const t = useT()
  const format = useFormat()
  const summary = useCall(
    summarizeVisits,
    { params, query: { campaign, moduleType: module, groupId: group } },
    { keepPrevious: true, refetchEvery_ms: 5_000 },
  )
  if (summary.error && !summary.data) return <FailureNote failure={summary.error} onRetry={summary.refetch} />
  if (!summary.data) return <Skeleton height={120} radius="lg" mb="md" />
  const { total, reasons } = summary.data
  if (total === 0) return null
  return (
    <Card className={styles.card}>
      <Totals events={events} total={total} reasons={reasons} />
      <ul
        className={styles.funnel}
        aria-label={t('Visits by reason')}
        aria-busy={summary.isPlaceholderData || undefined}
      >
        {reasons.map(({ reason, count, counted_only }) => (
          <li key={reason}>
            <button
              type="button"
              className={styles.stage}
              disabled={counted_only}
              aria-pressed={counted_only ? undefined : selection === reason}
              onClick={() => onChoose(selection === reason ? 'all' : reason)}
            >
              <span>{t(reasonTable[reason].title)}</span>
              <Bar share={count / total} strong={reason === 'lead'} />
              <span className={styles.share}>{format.percent(count / total)}</span>
              <span className={styles.count}>
                <CountUp value={count} show={format.number} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Counts = AnswerOf<typeof summarizeVisits>['reasons']

function Totals({ events, total, reasons }: { events: string; total: number; reasons: Counts }) {
  const t = useT()
  const format = useFormat()
  const sumOf = (isCounted: (reason: Reason) => boolean) =>
    reasons.reduce((sum, { reason, count }) => sum + (isCounted(reason) ? count : 0), 0)
  const steps = [
    { label: events, count: total },
    { label: t('Matched'), count: sumOf((reason) => matchedReasons.includes(reason)) },
    { label: t('Leads'), count: sumOf((reason) => reason === 'lead') },
  ]
  return (
    <dl className={styles.totals}>
      {steps.map(({ label, count }, n) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <CountUp value={count} show={format.number} />
            {n > 0 && <span className={styles.share}>{format.percent(count / total)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
