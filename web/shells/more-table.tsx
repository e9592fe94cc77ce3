import { Button, Group } from '@mantine/core'
import { useInfiniteQuery, type UseInfiniteQueryOptions } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import type { SavedListName } from '#contract/views/saved-lists.ts'
import type { CallFailure } from '../api/failure.ts'
import { useT, type Text } from '../i18n/texts.tsx'
import { Card } from '../ui/card.tsx'
import { FailureNote } from './failure-note.tsx'
import { notifyFailed } from './notify.tsx'
import type { Column, Filter } from './resource-table/columns.ts'
import { readOn, rowsAtOnce } from './resource-table/files/read-rows.ts'
import { FilterChips } from './resource-table/filter-chips.tsx'
import { gridOf } from './resource-table/grid.ts'
import { useListKeys } from './resource-table/list-keys.ts'
import { usePanelKeys, type RowPanel } from './resource-table/row-panel.ts'
import { NothingFound } from './resource-table/nothing-found.tsx'
import { Rows, SkeletonRows } from './resource-table/rows.tsx'
import { TableHead } from './resource-table/table-head.tsx'
import type { TableState } from './resource-table/table-state.ts'
import { Toolbar } from './resource-table/toolbar.tsx'
import { useListLook } from './resource-table/views/list-look.ts'
import { ListTools } from './resource-table/views/list-tools.tsx'
import looks from './resource-table/views/views.module.css'
import styles from './resource-table/resource-table.module.css'

/** A list without page numbers: each response says where the next one starts. */
export type MoreList<Row> = {
  rows: readonly Row[] | undefined
  error: CallFailure | null
  hasMore: boolean
  loadingMore: boolean
  loadMore: () => void
  refetch: () => void
  readPage: Read<Row>
}

type MoreAnswer<Row> = { data: Row[]; next: string | null }
type Pages<Row> = { pages: MoreAnswer<Row>[] }

/** Reads a page, of a size of its own unless one is given. */
type Read<Row> = (before: string | undefined, signal?: AbortSignal, perPage?: number) => Promise<MoreAnswer<Row>>
type MoreOptions<Row> = UseInfiniteQueryOptions<
  MoreAnswer<Row>,
  CallFailure,
  Pages<Row>,
  readonly unknown[],
  string | undefined
>

/** Each refresh reads all loaded pages, so the more are loaded, the rarer it is: as many requests as for one page. */
export function moreOptions<Row>(
  key: readonly unknown[],
  readPage: Read<Row>,
  refetchEvery_ms: number,
): MoreOptions<Row> {
  return {
    queryKey: key,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    refetchInterval: ({ state }) => refetchEvery_ms * Math.max(1, state.data?.pages.length ?? 1),
  }
}

/** Reads the list page by page; `refetchEvery_ms` sets the polling interval of its first page. */
export function useMoreList<Row>(key: readonly unknown[], readPage: Read<Row>, refetchEvery_ms: number): MoreList<Row> {
  const query = useInfiniteQuery(moreOptions(key, readPage, refetchEvery_ms))
  return {
    rows: query.data?.pages.flatMap((page) => page.data),
    error: query.error,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    // The rows stay, so the failure is told beside them.
    loadMore: () =>
      void query.fetchNextPage().then(({ error, isFetchNextPageError }) => {
        if (error && isFetchNextPageError) notifyFailed(error.message)
      }),
    refetch: () => void query.refetch(),
    readPage,
  }
}

export type MoreTableProps<Row> = {
  list: MoreList<Row>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** The page of a row. */
  rowLink?: (row: Row) => string
  /** Opens rows in a side panel on a plain click; any other click follows the link. */
  panel?: RowPanel
  /** Absent for a list that cannot be searched. */
  searchLabel?: Text
  /** The table's contents, for screen readers. */
  label: string
  filters: readonly Filter[]
  /** State of the same filters, which the list's own read also needs. */
  state: TableState
  tools?: ReactNode
  /** Offers saved views and a choice of columns, under this name (`contract/views/saved-lists.ts`). */
  savedAs?: SavedListName
  /** Shown when the list is empty: says what to do next. */
  empty: ReactNode
}

/** A list with "Show more", for data that grows too fast for numbered pages. */
export function MoreTable<Row>(props: MoreTableProps<Row>) {
  const { list, rowKey, label, filters, state, savedAs, empty, panel } = props
  const t = useT()
  const look = useListLook(savedAs, props.columns)
  const { columns } = look
  const readRows = (max: number) => readOn((before) => list.readPage(before, undefined, rowsAtOnce), max)
  const tools = savedAs ? <ListTools {...props} list={savedAs} look={look} read={readRows} /> : props.tools
  usePanelKeys(panel, list.rows?.map(rowKey) ?? [])
  const table = useRef<HTMLDivElement>(null)
  useListKeys(table, panel?.openKey)
  const hasFailed = list.error !== null && list.rows === undefined
  return (
    <Card flush>
      <div className={styles.root} ref={table}>
        <Toolbar label={label} state={state} searchLabel={props.searchLabel} filters={filters} tools={tools} />
        <FilterChips filters={filters} state={state} />
        {hasFailed && <FailureNote failure={list.error!} onRetry={list.refetch} />}
        {list.rows?.length === 0 && (state.isNarrowed ? <NothingFound onClear={state.clear} /> : empty)}
        {!hasFailed && list.rows?.length !== 0 && (
          <table
            className={`${styles.table} ${looks.table}`}
            style={gridOf(columns, look.widths)}
            data-density={look.density}
            data-wide={look.isWide || undefined}
            role="table"
            aria-label={label}
            aria-busy={list.rows === undefined || undefined}
          >
            <TableHead columns={columns} state={state} onWidth={savedAs && look.setWidth} />
            {list.rows ? (
              <Rows
                columns={columns}
                rows={list.rows}
                rowKey={rowKey}
                rowLink={props.rowLink}
                panel={panel}
                stale={false}
              />
            ) : (
              <SkeletonRows columns={columns} again={false} />
            )}
          </table>
        )}
        {list.hasMore && (
          <Group justify="center" p="md" style={{ borderBlockStart: '1px solid var(--border)' }}>
            <Button variant="default" onClick={list.loadMore} loading={list.loadingMore}>
              {t('Show more')}
            </Button>
          </Group>
        )}
      </div>
    </Card>
  )
}
