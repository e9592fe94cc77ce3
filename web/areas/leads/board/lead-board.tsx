import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { LeadRow } from '#contract/leads/lead.ts'
import type { LeadStatus } from '#contract/leads/pipeline.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { ChosenBar } from '../../../shells/chosen-rows.tsx'
import { FilterChips } from '../../../shells/resource-table/filter-chips.tsx'
import table from '../../../shells/resource-table/resource-table.module.css'
import { usePanelKeys, type RowPanel } from '../../../shells/resource-table/row-panel.ts'
import { useTableState } from '../../../shells/resource-table/table-state.ts'
import { Toolbar } from '../../../shells/resource-table/toolbar.tsx'
import { ViewsMenu } from '../../../shells/resource-table/views/views-menu.tsx'
import { Card } from '../../../ui/card.tsx'
import type { ShownLeads } from '../exports/use-exports.ts'
import type { useLeadFilter } from '../list/use-lead-filter.ts'
import { mayWork } from '../work/may-work.ts'
import { statusOf } from '../work/use-pipeline.ts'
import { BoardColumn } from './board-column.tsx'
import styles from './board.module.css'
import type { Move } from './column-leads.ts'
import { useMoves } from './use-moves.ts'

type LeadBoardProps = {
  pipeline: readonly LeadStatus[]
  filter: ReturnType<typeof useLeadFilter>
  panel: RowPanel
  /** Told what is shown, so that a file contains it. */
  onShown: (leads: ShownLeads) => void
}

/** The leads by status, in the order of the pipeline, each of which reads its own. */
export function LeadBoard({ pipeline, filter, panel, onShown }: LeadBoardProps) {
  const t = useT()
  const me = useMe()
  const { filters, filterOf } = filter
  const state = useTableState(filters, [])
  const shownLeads = filterOf({ ...state.query, filters: { ...state.query.filters, status: 'all' } })
  useEffect(() => onShown(shownLeads))
  usePanelKeys(panel, [])
  const moves = useMoves()
  const board = useRef<HTMLDivElement>(null)
  const draggedLead = useRef<LeadRow | null>(null)
  const movedId = useRef<string | null>(null)
  useEffect(() => {
    // A card that was moved by keyboard is another element in its new column, and takes the focus along.
    const card = movedId.current && board.current?.querySelector(`[data-card="${CSS.escape(movedId.current)}"] a`)
    if (!card) return
    movedId.current = null
    ;(card as HTMLElement).focus({ preventScroll: true })
    card.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const move = (lead: LeadRow, to: string): void => {
    movedId.current = lead.id
    moves.move(lead, to)
  }
  return (
    <>
      <Card flush>
        <div className={table.root}>
          <Toolbar
            label={t('Leads')}
            state={state}
            searchLabel={msg('Search by name, email or phone')}
            filters={filters}
            tools={<ViewsMenu list="leads" look={{}} />}
          />
          <FilterChips filters={filters} state={state} />
          {/* Focusable, so that it can be scrolled by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={styles.board} ref={board} role="region" aria-label={t('Leads by status')} tabIndex={0}>
            {pipeline.map((status) => (
              <BoardColumn
                key={status.key}
                status={status}
                pipeline={pipeline}
                shown={shownLeads}
                running={moves.running}
                panel={panel}
                onDrag={(lead) => {
                  draggedLead.current = lead
                }}
                onDrop={() => draggedLead.current && move(draggedLead.current, status.key)}
                onMove={mayWork(me) ? move : null}
              />
            ))}
          </div>
        </div>
      </Card>
      {moves.last && (
        <UndoMove
          move={moves.last}
          pipeline={pipeline}
          onUndo={({ lead }) => {
            movedId.current = lead.id
            moves.undo()
          }}
          onClose={moves.forget}
        />
      )}
    </>
  )
}

type UndoMoveProps = {
  move: Move
  pipeline: readonly LeadStatus[]
  onUndo: (move: Move) => void
  onClose: () => void
}

function UndoMove({ move, pipeline, onUndo, onClose }: UndoMoveProps) {
  const t = useT()
  const { lead, to } = move
  return (
    <ChosenBar
      label={t('Changed leads')}
      count={t('{name} is {status} now', {
        name: isolate(`${lead.first_name} ${lead.last_name}`.trim() || t('Unnamed')),
        status: isolate(t(statusOf(pipeline, to).name)),
      })}
      isFull={false}
      onClear={onClose}
      clearLabel={t('Close')}
      actions={
        <Button size="xs" onClick={() => onUndo(move)}>
          {t('Undo')}
        </Button>
      }
    >
      {null}
    </ChosenBar>
  )
}
