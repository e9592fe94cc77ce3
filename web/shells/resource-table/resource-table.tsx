import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AnswerOf, Operation } from '#contract/core/operation.ts'
import type { Page } from '#contract/core/page.ts'
import type { CallInput } from '../../api/call.ts'
import { useCall } from '../../api/hooks.ts'
import { useT, type Text } from '../../i18n/texts.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../empty-state.tsx'
import { FailureNote } from '../failure-note.tsx'
import type { Column, Filter } from './columns.ts'
import { gridOf } from './grid.ts'
import { NothingFound } from './nothing-found.tsx'
import { Pager } from './pager.tsx'
import { usePanelKeys, type RowPanel } from './row-panel.ts'
import { Rows, SkeletonRows, type Below } from './rows.tsx'
import { TableHead } from './table-head.tsx'
import { useTableState, type TableQuery } from './table-state.ts'
import { Toolbar } from './toolbar.tsx'
import styles from './resource-table.module.css'

/** One row of a list operation's answer. */
type RowOf<O> = AnswerOf<O> extends { data: (infer Row)[] } ? Row : never

export type ResourceTableProps<O extends Operation, Input extends CallInput<O>> = {
  /** What the table holds, for screen readers: "Clients". */
  label: string
  /** A list operation of the contract: its answer is a page of rows. */
  operation: O
  /** The call's parameters for what is asked. */
  input: (query: TableQuery) => Input
  columns: readonly Column<RowOf<O>>[]
  rowKey: (row: RowOf<O>) => string
  /** Where a row leads; the first column becomes the link, the whole row takes the click. */
  rowLink?: (row: RowOf<O>) => string
  /** Opens rows beside the list: a plain click does, any other follows the link. */
  panel?: RowPanel
  /** Shows a search box. */
  searchLabel?: Text
  filters?: readonly Filter[]
  /** At the end of the toolbar: downloads, a live sign. */
  tools?: ReactNode
  /** Shown when there is nothing at all: says what to do next. Mandatory. */
  empty: ReactNode
  /** Said while the first rows are on their way. */
  loading?: Text
  /** Opens a form below one of the rows. */
  below?: Below
  /** Asks again while the page is looked at. */
  refetchEvery_ms?: number | false
}

/** A list of the server's: searched, filtered, sorted and paged there, its state in the address. Cards on phones. */
export function ResourceTable<O extends Operation, const Input extends CallInput<O>>(
  props: ResourceTableProps<O, Input>,
) {
  const t = useT()
  const { columns, filters = [] } = props
  const state = useTableState(
    filters,
    columns.flatMap(({ sortKey }) => sortKey ?? []),
  )
  const answer = useCall(props.operation, props.input(state.query), {
    keepPrevious: true,
    refetchEvery_ms: props.refetchEvery_ms,
  })
  const page = answer.data as Page<RowOf<O>> | undefined
  usePanelKeys(props.panel, page?.data.map(props.rowKey) ?? [])
  const isEmpty = page?.data.length === 0 && !answer.isPlaceholderData
  const hasToolbar = props.searchLabel !== undefined || filters.length > 0 || props.tools !== undefined
  return (
    <Card flush>
      <div className={styles.root}>
        {hasToolbar && <Toolbar state={state} searchLabel={props.searchLabel} filters={filters} tools={props.tools} />}
        {answer.error && !page ? (
          <FailureNote failure={answer.error} onRetry={answer.refetch} />
        ) : isEmpty ? (
          state.isNarrowed ? (
            <NothingFound onClear={state.clear} />
          ) : state.query.page > 1 ? (
            <PageIsGone onFirst={() => state.setPage(1)} />
          ) : (
            props.empty
          )
        ) : (
          <>
            {/* Roles are spelled out because cards on phones give the elements another display, which would hide them. */}
            <table
              className={styles.table}
              style={gridOf(columns)}
              role="table"
              aria-label={props.label}
              aria-busy={answer.isFetching || undefined}
            >
              <TableHead columns={columns} state={state} />
              {page ? (
                <Rows
                  columns={columns}
                  rows={page.data}
                  rowKey={props.rowKey}
                  rowLink={props.rowLink}
                  panel={props.panel}
                  stale={answer.isPlaceholderData}
                  below={props.below}
                />
              ) : (
                <SkeletonRows columns={columns} again={answer.errorUpdateCount > 0} />
              )}
            </table>
            {!page && props.loading !== undefined && <p className={styles.loading}>{t(props.loading)}</p>}
            {page && (
              <Pager
                page={page.current_page}
                lastPage={page.last_page}
                total={page.total}
                perPage={state.query.perPage}
                state={state}
              />
            )}
          </>
        )}
        <p className={styles.said} role="status">
          {page && !answer.isPlaceholderData
            ? t('{count, plural, one {# row} other {# rows}}', { count: page.total })
            : ''}
        </p>
      </div>
    </Card>
  )
}

function PageIsGone({ onFirst }: { onFirst: () => void }) {
  const t = useT()
  return (
    <EmptyState
      title={t('This page of the list is empty')}
      hint={t('The list is shorter now.')}
      action={
        <Button variant="default" onClick={onFirst}>
          {t('Go to the first page')}
        </Button>
      }
    />
  )
}
