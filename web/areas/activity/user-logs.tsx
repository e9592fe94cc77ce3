import { Button, Tooltip } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { keyActor, listUserLogs, type LogRow } from '#contract/activity/user-logs.ts'
import { useFormat } from '../../i18n/format.ts'
import { joinWords, msg, useLanguage, useT, type Text, type Translate } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { CsvButton } from '../../shells/download-button.tsx'
import type { SavedColumn } from '../../shells/resource-table/columns.ts'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { useTableState } from '../../shells/resource-table/table-state.ts'
import { Bdi } from '../../ui/bdi.tsx'
import { categoryNames } from './category-names.ts'
import { LogFilterDrawer } from './log-filter-drawer.tsx'
import { useLogFilters } from './log-filters.tsx'
import { logInput, useLogDownload } from './use-user-logs.ts'
import styles from './user-logs.module.css'
import { cutText } from './cut-text.ts'

/** Builds the description from its parts in the user's language, because the server's text is English. */
function descriptionOf(row: LogRow, t: Translate): string {
  const details = row.details.map((words) =>
    words
      .split(' · ')
      .map((word) => t(word))
      .join(' · '),
  )
  return [row.target, joinWords(details, t)].filter(Boolean).join(': ') || row.description
}

function Description({ row }: { row: LogRow }) {
  return <CutText text={descriptionOf(row, useT())} />
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

const actorOf = ({ name }: LogRow, t: Translate): string =>
  name === keyActor ? t('Developer API') : name || t('No signed-in user')

const viewedOf = ({ on_behalf_of: name }: LogRow, t: Translate): string => (name === '' ? '' : t('as {name}', { name }))

function Actor({ row }: { row: LogRow }) {
  const t = useT()
  const name = actorOf(row, t)
  if (!row.on_behalf_of) return <Bdi>{name}</Bdi>
  return (
    <span>
      <Bdi>{name}</Bdi> <span className={styles.quiet}>{viewedOf(row, t)}</span>
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
  const language = useLanguage()
  if (code === '') return null
  return <span>{new Intl.DisplayNames([language], { type: 'region' }).of(code)}</span>
}

const columns: readonly SavedColumn<LogRow, 'logs'>[] = [
  {
    key: 'date',
    isPinned: true,
    header: msg('Date'),
    size: 'time',
    text: (row) => new Date(row.create_date),
    cell: (row) => <When at={row.create_date} />,
  },
  {
    key: 'name',
    header: msg('Name'),
    text: (row, { t }) => [actorOf(row, t), viewedOf(row, t)].filter(Boolean).join(' '),
    cell: (row) => <Actor row={row} />,
  },
  {
    key: 'type',
    header: msg('User type'),
    hideBelow: 'md',
    text: ({ userType }, { t }) => typeNames[userType] && t(typeNames[userType]),
    cell: (row) => <UserType type={row.userType} />,
  },
  {
    key: 'action',
    header: msg('Action'),
    size: 'wide',
    text: (row, { t }) => `${t(row.action)} · ${t(categoryNames[row.category])}`,
    cell: (row) => <What row={row} />,
  },
  {
    key: 'description',
    header: msg('Description'),
    size: 'wide',
    text: (row, { t }) => descriptionOf(row, t),
    cell: (row) => <Description row={row} />,
  },
  {
    key: 'company',
    header: msg('Company'),
    hideBelow: 'lg',
    text: (row) => row.company_name,
    cell: (row) => <Bdi>{row.company_name}</Bdi>,
  },
  {
    key: 'location',
    header: msg('Location'),
    hideBelow: 'lg',
    text: (row) => row.location,
    cell: (row) => <Location code={row.location} />,
  },
  {
    key: 'ip',
    header: msg('IP address'),
    hideBelow: 'lg',
    text: (row) => row.user_ip,
    cell: (row) => <Bdi>{row.user_ip}</Bdi>,
  },
]

type UserLogsProps = {
  companyId: string
  isAgency: boolean
  /** Of its parameters in the URL, in a dialog over another list. */
  prefix?: string
}

/** The log of a company and the companies below it (S090), on a page or in a dialog, with a filter drawer. */
export function UserLogs({ companyId, isAgency, prefix }: UserLogsProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const filters = useLogFilters(companyId, isAgency)
  const state = useTableState(filters, [], prefix)
  const download = useLogDownload(companyId, state.query.filters)
  return (
    <>
      <ResourceTable
        label={t('User logs')}
        operation={listUserLogs}
        input={(query) => logInput(companyId, query)}
        columns={columns}
        rowKey={(row) => row.id}
        filters={filters}
        prefix={prefix}
        savedAs={prefix ? undefined : 'logs'}
        tools={
          <>
            <Button
              variant="default"
              leftSection={<IconFilter size={17} stroke={1.75} />}
              onClick={() => setOpen(true)}
            >
              {t('Filters')}
            </Button>
            <CsvButton label={t('Download')} busy={download.busy} onDownload={download.start} />
          </>
        }
        noResults={msg('No Data')}
        empty={<EmptyState title={t('No Data')} hint={t('Activity appears here as it happens.')} />}
      />
      <LogFilterDrawer opened={isOpen} filters={filters} state={state} onClose={() => setOpen(false)} />
    </>
  )
}
