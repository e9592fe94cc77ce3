import { Button, Select, VisuallyHidden } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import type { AnswerOf, Operation } from '#contract/core/operation.ts'
import type { Page } from '#contract/core/page.ts'
import type { SavedListName } from '#contract/views/saved-lists.ts'
import { call, type CallInput } from '../../api/call.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useT, type Text } from '../../i18n/texts.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../empty-state.tsx'
import { FailureNote } from '../failure-note.tsx'
import { PageLinks } from '../page-links.tsx'
import type { Column, Filter } from './columns.ts'
import { readPages, rowsAtOnce } from './files/read-rows.ts'
import { FilterChips } from './filter-chips.tsx'
import { gridOf } from './grid.ts'
import { useListKeys } from './list-keys.ts'
import { NothingFound } from './nothing-found.tsx'
import styles from './resource-table.module.css'
import { usePanelKeys, type RowPanel } from './row-panel.ts'
import { Rows, SkeletonRows, type Below } from './rows.tsx'
import { TableHead } from './table-head.tsx'
import { useTableState, type TableQuery, PAGE_SIZES, type TableState } from './table-state.ts'
import { Toolbar } from './toolbar.tsx'
import { useListLook } from './views/list-look.ts'
import { ListTools } from './views/list-tools.tsx'
import looks from './views/views.module.css'

/** One row of a list operation's response. */
type RowOf<O> = AnswerOf<O> extends { data: (infer Row)[] } ? Row : never

export type ResourceTableProps<O extends Operation, Input extends CallInput<O>> = {
  /** What the table holds, for screen readers: "Clients". */
  label: string
  /** A list operation of the contract, whose response is a page of rows. */
  operation: O
  /** Builds the call's input from the table's query; `shown` are the keys of its columns. */
  input: (query: TableQuery, shown: readonly string[]) => Input
  columns: readonly Column<RowOf<O>>[]
  rowKey: (row: RowOf<O>) => string
  /** URL of a row. The first column becomes the link, and the whole row is clickable. */
  rowLink?: (row: RowOf<O>) => string
  /** Opens rows in a side panel on a plain click; any other click follows the link. */
  panel?: RowPanel
  /** Offers saved views and a choice of columns, under this name (`contract/views/saved-lists.ts`). */
  savedAs?: SavedListName
  /** Prefix of its search parameters in the URL, if its page shows another list as well. */
  prefix?: string
  /** Shows a search box. */
  searchLabel?: Text
  filters?: readonly Filter[]
  /** At the end of the toolbar, such as downloads or a live indicator. */
  tools?: ReactNode
  /** Shown when the list is empty: what to do next. Required. */
  empty: ReactNode
  /** Said in place of “No results” where filters leave nothing, as a document wants it (R208). */
  noResults?: Text
  /** Shown while the first rows load. */
  loading?: Text
  /** Opens a form below one of the rows. */
  below?: Below
  /** Polling interval while the page is visible. */
  refetchEvery_ms?: number | false
}

/** A list searched, filtered, sorted and paged by the server, with its state in the URL. Shows cards on phones. */
export function ResourceTable<O extends Operation, const Input extends CallInput<O>>(
  props: ResourceTableProps<O, Input>,
) {
  const t = useT()
  const { filters = [] } = props
  const look = useListLook(props.savedAs, props.columns)
  const { columns } = look
  const state = useTableState(
    filters,
    columns.flatMap(({ sortKey }) => sortKey ?? []),
    props.prefix,
  )
  const keys = columns.map(({ key }) => key)
  const answer = useCall(props.operation, props.input(state.query, keys), {
    keepPrevious: true,
    refetchEvery_ms: props.refetchEvery_ms,
  })
  const page = answer.data as Page<RowOf<O>> | undefined
  const readPage = async (number: number): Promise<Page<RowOf<O>>> => {
    const input: CallInput<O> = props.input({ ...state.query, page: number, perPage: rowsAtOnce }, keys)
    return (await call(props.operation, { ...input, form: undefined })) as Page<RowOf<O>>
  }
  const readRows = (max: number) => readPages(readPage, max)
  usePanelKeys(props.panel, page?.data.map(props.rowKey) ?? [])
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list, props.panel?.openKey)
  const isEmpty = page?.data.length === 0 && !answer.isPlaceholderData
  const tools = props.savedAs ? <ListTools {...props} list={props.savedAs} look={look} read={readRows} /> : props.tools
  const hasToolbar = props.searchLabel !== undefined || filters.length > 0 || tools !== undefined
  return (
    <Card flush>
      <div className={styles.root} ref={list}>
        {hasToolbar && (
          <Toolbar label={props.label} state={state} searchLabel={props.searchLabel} filters={filters} tools={tools} />
        )}
        <FilterChips filters={filters} state={state} />
        {answer.error && !page ? (
          <FailureNote failure={answer.error} onRetry={answer.refetch} />
        ) : isEmpty ? (
          state.query.page > 1 ? (
            <PageIsGone onFirst={() => state.setPage(1)} />
          ) : state.isNarrowed ? (
            <NothingFound title={props.noResults} onClear={state.clear} />
          ) : (
            props.empty
          )
        ) : (
          <>
            {/* Explicit roles, because the cards' `display` on phones removes the elements' table semantics. */}
            <table
              className={`${styles.table} ${looks.table}`}
              style={gridOf(columns, look.widths)}
              data-density={look.density}
              data-wide={look.isWide || undefined}
              role="table"
              aria-label={props.label}
              aria-busy={answer.isFetching || undefined}
            >
              <TableHead columns={columns} state={state} onWidth={props.savedAs && look.setWidth} />
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
        <VisuallyHidden role="status">
          {page && !answer.isPlaceholderData
            ? t('{count, plural, one {# row} other {# rows}}', { count: page.total })
            : ''}
        </VisuallyHidden>
      </div>
    </Card>
  )
}

/** Shown in place of a page's rows if the list has become too short for it. */
export function PageIsGone({ onFirst }: { onFirst: () => void }) {
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

type PagerProps = { page: number; lastPage: number; total: number; perPage: number; state: TableState }

function Pager({ page, lastPage, total, perPage, state }: PagerProps) {
  const t = useT()
  const format = useFormat()
  const from = (page - 1) * perPage + 1
  const range = {
    from: format.number(from),
    to: format.number(Math.min(total, page * perPage)),
    total: format.number(total),
  }
  return (
    <div className={styles.pager}>
      <p className={styles.pagerRange}>{t('{from}–{to} of {total}', range)}</p>
      {total > PAGE_SIZES[0] && (
        <Select
          className={styles.pagerSize}
          aria-label={t('Rows per page')}
          size="xs"
          data={PAGE_SIZES.map((size) => ({ value: String(size), label: t('{count} per page', { count: size }) }))}
          value={String(perPage)}
          onChange={(value) => state.setPerPage(Number(value))}
        />
      )}
      <PageLinks page={page} lastPage={lastPage} onPage={state.setPage} />
    </div>
  )
}
