import { Skeleton, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { Module } from '#contract/campaigns/modules.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { groupReasons, type GroupedReasons } from '#contract/leads/group-reasons.ts'
import { reasonGroupTable } from '#contract/leads/reason-groups.ts'
import { matchedReasons, reasonTable, type Reason } from '#contract/leads/reasons.ts'
import { summarizeVisits } from '#contract/leads/visits.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT } from '../../i18n/texts.tsx'
import { CountUp } from '../../shells/count-up.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { Bar } from '../../ui/bar.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './visit-groups.module.css'

type Range = { companyId: string; clientId: string; start: string; end: string }

/** Reasons of a group that are shown at once. The style sheet keeps the room for them. */
const maxShown = 3

/**
 * How many visits a period had, how many matched, and why the others ended, in groups that add up to all visits. Every
 * group is always there, with room for its reasons, so that nothing below moves when the counts arrive.
 */
export function VisitGroups({
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
  const { data, error, isPlaceholderData, refetch } = useCall(
    summarizeVisits,
    { params, query: { campaign, moduleType: module, groupId: group } },
    { keepPrevious: true, refetchEvery_ms: 5_000 },
  )
  const counts = data?.reasons ?? []
  const scale = { total: data?.total ?? 0, largest: Math.max(1, ...counts.map(({ count }) => count)) }
  if (error && !data) return <FailureNote failure={error} onRetry={refetch} />
  return (
    <Card className={styles.card}>
      <Totals events={events} total={data?.total} reasons={counts} />
      <section
        className={styles.groups}
        aria-label={t('Visits by reason')}
        aria-busy={!data || isPlaceholderData || undefined}
        data-none={data?.total === 0 || undefined}
      >
        {groupReasons(counts).map((one) => (
          <ReasonGroupPart
            key={one.group}
            part={one}
            isLoading={!data}
            scale={scale}
            selection={selection}
            onChoose={onChoose}
          />
        ))}
      </section>
    </Card>
  )
}

type ReasonCount = AnswerOf<typeof summarizeVisits>['reasons'][number]
type Scale = { total: number; largest: number }
const shareOf = (count: number, total: number): number => (total === 0 ? 0 : count / total)

type GroupPartProps = {
  part: GroupedReasons<ReasonCount>
  isLoading: boolean
  scale: Scale
  selection: Reason | 'all'
  onChoose: (reason: Reason | 'all') => void
}

function ReasonGroupPart({ part, isLoading, scale, selection, onChoose }: GroupPartProps) {
  const t = useT()
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const { title, hint } = reasonGroupTable[part.group]
  const shownReasons = part.reasons.filter(({ reason }, index) => isOpen || index < maxShown || reason === selection)
  return (
    <div role="group" aria-label={t(title)} className={styles.group} data-open={isOpen || undefined}>
      <div className={styles.head} title={t(hint)}>
        <span className={styles.name}>{t(title)}</span>
        {isLoading ? (
          <Skeleton height={12} width="4rem" />
        ) : (
          <>
            <span className={styles.share}>{format.percent(shareOf(part.count, scale.total))}</span>
            <span className={styles.sum} data-sum>
              <CountUp value={part.count} show={format.number} />
            </span>
          </>
        )}
      </div>
      <p className={styles.hint}>{t(hint)}</p>
      <ul className={styles.reasons} aria-label={t(title)}>
        {shownReasons.map((row) => (
          <li key={row.reason}>
            <ReasonLine row={row} scale={scale} selection={selection} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {part.reasons.length > 0 && (
        <UnstyledButton
          className={styles.more}
          data-short={part.reasons.length <= maxShown || undefined}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen
            ? t('Show fewer')
            : t('{count, plural, one {Show # reason} other {Show all # reasons}}', { count: part.reasons.length })}
        </UnstyledButton>
      )}
    </div>
  )
}

type ReasonLineProps = Pick<GroupPartProps, 'scale' | 'selection' | 'onChoose'> & { row: ReasonCount }

/** Choosing a reason filters the list below by it. What is only counted has no rows to show. */
function ReasonLine({
  row: { reason, count, counted_only: isCountedOnly },
  scale,
  selection,
  onChoose,
}: ReasonLineProps) {
  const t = useT()
  const format = useFormat()
  const { title, hint } = reasonTable[reason]
  return (
    <button
      type="button"
      className={styles.reason}
      title={t(hint)}
      disabled={isCountedOnly}
      aria-pressed={isCountedOnly ? undefined : selection === reason}
      onClick={() => onChoose(selection === reason ? 'all' : reason)}
    >
      <span className={styles.title}>{t(title)}</span>
      <Bar share={count / scale.largest} strong={reason === 'lead'} />
      <span className={styles.share}>{format.percent(shareOf(count, scale.total))}</span>
      <span className={styles.count}>
        <CountUp value={count} show={format.number} />
      </span>
    </button>
  )
}

function Totals({
  events,
  total,
  reasons,
}: {
  events: string
  total: number | undefined
  reasons: readonly ReasonCount[]
}) {
  const t = useT()
  const format = useFormat()
  const sumOf = (isCounted: (reason: Reason) => boolean) =>
    reasons.reduce((sum, { reason, count }) => sum + (isCounted(reason) ? count : 0), 0)
  const steps = [
    { label: events, count: total ?? 0 },
    { label: t('Matched'), count: sumOf((reason) => matchedReasons.includes(reason)) },
    { label: t('Leads'), count: sumOf((reason) => reason === 'lead') },
  ]
  return (
    <dl className={styles.totals}>
      {steps.map(({ label, count }, n) => (
        <div key={label}>
          <dt>{label}</dt>
          {total === undefined ? (
            <dd>
              <Skeleton height={16} width="5rem" my={6} />
            </dd>
          ) : (
            <dd>
              <CountUp value={count} show={format.number} />
              {n > 0 && <span className={styles.share}>{format.percent(shareOf(count, total))}</span>}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
