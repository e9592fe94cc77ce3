import { useLingui } from '@lingui/react'
import { Button, Tooltip } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { keyActor, type LogRow } from '#contract/activity/user-logs.ts'
import type { CallFailure } from '../../api/failure.ts'
import { useFormat } from '../../i18n/format.ts'
import { joinWords, msg, useT, type Text } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { CsvButton } from '../../shells/csv-button.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { PageLinks } from '../../shells/page-links.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { gridOf } from '../../shells/resource-table/grid.ts'
import { Rows, SkeletonRows } from '../../shells/resource-table/rows.tsx'
import tableStyles from '../../shells/resource-table/resource-table.module.css'
import { Bdi } from '../../ui/bdi.tsx'
import { Card } from '../../ui/card.tsx'
import { categoryNames } from './category-names.ts'
import { LogFilterDrawer } from './log-filter-drawer.tsx'
import { noFilter, useLogDownload, useUserLogs } from './use-user-logs.ts'
import styles from './user-logs.module.css'
import { cutText } from './cut-text.ts'

/** Builds the description from its parts in the user's language, because the server's text is English. */
function Description({ row }: { row: LogRow }) {
  const t = useT()
  const details = row.details.map((words) =>
    words
      .split(' · ')
      .map((word) => t(word))
      .join(' · '),
  )
  const list = joinWords(details, t)
  const parts = [row.target, list].filter(Boolean).join(': ')
  return <CutText text={parts || row.description} />
}

function CutText({ text }: { text: string }) {
  const { excerpt, isCut } = cutText(text)
  if (text === '') return null
  if (!isCut) return <Bdi>{text}</Bdi>
  return (
    <Tooltip label={text} multiline maw={360}>
      <span tabIndex={0} className={styles.cut}>
        <Bdi>{excerpt}</Bdi>
      </span>
    </Tooltip>
  )
}

function Actor({ row }: { row: LogRow }) {
  const t = useT()
  const name = row.name === keyActor ? t('Developer API') : row.name || t('No signed-in user')
  if (!row.on_behalf_of) return <Bdi>{name}</Bdi>
  return (
    <span>
      <Bdi>{name}</Bdi> <span className={styles.quiet}>{t('as {name}', { name: row.on_behalf_of })}</span>
    </span>
  )
}

const typeNames: Readonly<Record<LogRow['userType'], Text | null>> = {
  root: msg('Enterprise'),
  admin: msg('Administrator'),
  client: msg('Client'),
  '': null,
}

function UserType({ type }: { type: LogRow['userType'] }) {
  const t = useT()
  const name = typeNames[type]
  return name === null ? null : <span>{t(name)}</span>
}

function When({ at }: { at: string }) {
  const format = useFormat()
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      <bdi>{format.stamp(at)}</bdi>
    </time>
  )
}

function What({ row }: { row: LogRow }) {
  const t = useT()
  return (
    <span>
      <Bdi>{t(row.action)}</Bdi> <span className={styles.category}>{t(categoryNames[row.category])}</span>
    </span>
  )
}

/** The country's name in the reader's language. */
function Location({ code }: { code: string }) {
  const { i18n } = useLingui()
  if (code === '') return null
  return <span>{new Intl.DisplayNames([i18n.locale], { type: 'region' }).of(code)}</span>
}

const columns: readonly Column<LogRow>[] = [
  { key: 'date', header: msg('Date'), size: 'time', cell: (row) => <When at={row.create_date} /> },
  { key: 'name', header: msg('Name'), cell: (row) => <Actor row={row} /> },
  { key: 'type', header: msg('User type'), cell: (row) => <UserType type={row.userType} />, hideBelow: 'md' },
  { key: 'action', header: msg('Action'), size: 'wide', cell: (row) => <What row={row} /> },
  {
    key: 'description',
    header: msg('Description'),
    size: 'wide',
    cell: (row) => <Description row={row} />,
  },
  { key: 'company', header: msg('Company'), cell: (row) => <Bdi>{row.company_name}</Bdi>, hideBelow: 'lg' },
  { key: 'location', header: msg('Location'), cell: (row) => <Location code={row.location} />, hideBelow: 'lg' },
  { key: 'ip', header: msg('IP address'), cell: (row) => <Bdi>{row.user_ip}</Bdi>, hideBelow: 'lg' },
]

/** The log of a company and the companies below it (S090), on a page or in a dialog, with a filter drawer. */
export function UserLogs({ companyId, isAgency }: { companyId: string; isAgency: boolean }) {
  const t = useT()
  const [filter, setFilter] = useState(noFilter)
  const [page, setPage] = useState(1)
  const [isOpen, setOpen] = useState(false)
  const logs = useUserLogs(companyId, filter, page)
  const download = useLogDownload(companyId, filter)
  const failure = logs.error as CallFailure | null
  // A failed load empties the table (R208).
  const data = failure ? undefined : logs.data
  return (
    <>
      <Card flush>
        <div className={tableStyles.root}>
          <div className={styles.tools}>
            <Button
              variant="default"
              leftSection={<IconFilter size={17} stroke={1.75} />}
              onClick={() => setOpen(true)}
            >
              {t('Filters')}
            </Button>
            <CsvButton label={t('Download')} busy={download.busy} onDownload={download.start} />
          </div>
          {failure && <FailureNote failure={failure} onRetry={logs.refetch} />}
          {(failure || data?.data.length === 0) && (
            <EmptyState title={t('No Data')} hint={failure ? '' : t('Activity appears here as it happens.')} />
          )}
          {!failure && data?.data.length !== 0 && (
            <table className={tableStyles.table} style={gridOf(columns)} role="table" aria-label={t('User logs')}>
              <thead className={tableStyles.head} role="rowgroup">
                <tr role="row">
                  {columns.map(({ key, header, hideBelow }) => (
                    <th key={key} scope="col" role="columnheader" data-hide={hideBelow}>
                      {t(header)}
                    </th>
                  ))}
                </tr>
              </thead>
              {data ? (
                <Rows columns={columns} rows={data.data} rowKey={(row) => row.id} stale={logs.isPlaceholderData} />
              ) : (
                <SkeletonRows columns={columns} again={logs.errorUpdateCount > 0} />
              )}
            </table>
          )}
          {data && data.last_page > 1 && (
            <div className={styles.pages}>
              <PageLinks page={page} lastPage={data.last_page} onPage={setPage} />
            </div>
          )}
        </div>
      </Card>
      <LogFilterDrawer
        companyId={companyId}
        isAgency={isAgency}
        opened={isOpen}
        filter={filter}
        onClose={() => setOpen(false)}
        onChange={(next) => {
          setPage(1)
          setFilter(next)
        }}
      />
    </>
  )
}
