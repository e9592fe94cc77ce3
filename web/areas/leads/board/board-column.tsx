import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId, useState, type DragEvent } from 'react'
import type { LeadRow } from '#contract/leads/lead.ts'
import { listLeads } from '#contract/leads/leads.ts'
import type { LeadStatus } from '#contract/leads/pipeline.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { searchOf } from '../../../session/search.ts'
import { FailureNote } from '../../../shells/failure-note.tsx'
import type { RowPanel } from '../../../shells/resource-table/row-panel.ts'
import type { ShownLeads } from '../exports/use-exports.ts'
import { LeadStatusBadge } from '../work/lead-status-badge.tsx'
import { BoardCard, cardType } from './board-card.tsx'
import styles from './board.module.css'
import { columnLeads, type Move } from './column-leads.ts'

/** How many cards a column shows, and how many after each "Show more"; the rest are in the list. */
const steps = [20, 50, 100] as const

type BoardColumnProps = {
  status: LeadStatus
  pipeline: readonly LeadStatus[]
  shown: ShownLeads
  running: readonly Move[]
  panel: RowPanel
  onDrag: (lead: LeadRow) => void
  /** Takes the dragged card. */
  onDrop: () => void
  /** Null for readers who may not change leads. */
  onMove: ((lead: LeadRow, to: string) => void) | null
}

/** The leads of one status, newest first. */
export function BoardColumn({ status, pipeline, shown, running, panel, onDrag, onDrop, onMove }: BoardColumnProps) {
  const t = useT()
  const format = useFormat()
  const headingId = useId()
  const [step, setStep] = useState(0)
  const query = { ...shown.query, status: status.key, page: 1, perPage: steps[step]! }
  const list = useCall(listLeads, { params: shown.params, query }, { keepPrevious: true })
  const column = list.data && columnLeads(list.data, running, status.key)
  const drop = useDrop(onDrop)
  return (
    <section className={styles.column} aria-labelledby={headingId} {...(onMove && drop)}>
      <h2 className={styles.heading} id={headingId}>
        <LeadStatusBadge status={status} />
        <span className={styles.count}>{column && format.number(column.total)}</span>
      </h2>
      {list.error && !list.data && <FailureNote failure={list.error} onRetry={list.refetch} />}
      {!column && !list.error && <Skeleton height={96} radius="md" />}
      {column?.total === 0 && <p className={styles.nothing}>{t('No leads')}</p>}
      {column && (
        <ul className={styles.cards}>
          {column.leads.map((lead) => (
            <BoardCard
              key={lead.id}
              lead={lead}
              panel={panel}
              statuses={pipeline.filter(({ key }) => key !== status.key)}
              onDrag={onDrag}
              onMove={onMove && ((to) => onMove(lead, to))}
            />
          ))}
        </ul>
      )}
      {column && column.total > column.leads.length && (
        <More
          status={status}
          total={column.total}
          onMore={step < steps.length - 1 ? () => setStep(step + 1) : null}
          isLoading={list.isPlaceholderData}
        />
      )}
    </section>
  )
}

type MoreProps = { status: LeadStatus; total: number; onMore: (() => void) | null; isLoading: boolean }

function More({ status, total, onMore, isLoading }: MoreProps) {
  const t = useT()
  const format = useFormat()
  if (onMore)
    return (
      <Button variant="default" size="xs" onClick={onMore} loading={isLoading}>
        {t('Show more')}
      </Button>
    )
  return (
    <Link
      to="."
      search={searchOf((before) => ({ ...before, layout: undefined, status: status.key }))}
      state
      className={styles.all}
    >
      {t('All {number} in the list', { number: format.number(total) })}
    </Link>
  )
}

/** Takes cards that are dropped on a column, and shows while one is above it. */
function useDrop(onDrop: () => void) {
  const [isOver, setOver] = useState(false)
  const isCard = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(cardType)
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!isCard(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!isCard(event)) return
      event.preventDefault()
      onDrop()
    },
  }
}
