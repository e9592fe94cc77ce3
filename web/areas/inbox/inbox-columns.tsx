import { IconArrowBackUp, IconBellRinging, IconCheck, IconClockPause, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { InboxItem } from '#contract/inbox/inbox.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT, type Translate } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import type { SavedColumn } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { RowActions, type RowAct } from '../../shells/resource-table/row-actions.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './inbox.module.css'
import type { InboxActions } from './use-inbox-actions.ts'
import { detailOf, kindWords, nameOfItem } from './words.ts'

type ColumnsOf = {
  t: Translate
  companyId: string
  pathOfItem: (row: InboxItem) => string | null
  /** The state filter: `all` means the open items. */
  state: string
  actions: InboxActions
  onSnooze: (row: InboxItem) => void
  onAssign: (row: InboxItem) => void
}

export const inboxColumns = (of: ColumnsOf): SavedColumn<InboxItem, 'inbox'>[] => [
  {
    key: 'what',
    isPinned: true,
    header: msg('What'),
    size: 'wide',
    text: (row, { t, format }) =>
      [t(kindWords[row.kind].text), detailOf(row, of.companyId, t, format)].filter(Boolean).join(': '),
    cell: (row) => <What row={row} />,
  },
  {
    key: 'where',
    header: msg('Where'),
    size: 'wide',
    text: ({ company_name, campaignName }) => [company_name, campaignName].filter(Boolean).join(' · '),
    cell: (row) => <Where row={row} way={of.pathOfItem(row)} />,
  },
  {
    key: 'since',
    header: msg('Since'),
    size: 'time',
    text: (row) => row.since && new Date(row.since),
    cell: (row) => <Since row={row} />,
  },
  {
    key: 'who',
    header: msg('Assigned to'),
    hideBelow: 'lg',
    text: (row) => row.assignee?.name ?? null,
    cell: (row) => <Who row={row} />,
  },
  {
    key: 'actions',
    isPinned: true,
    header: msg('Actions'),
    size: 'actions',
    align: 'end',
    cell: (row) => <RowActions name={row.company_name} items={actsOf(row, of)} />,
  },
]

/** The actions of an item; a done item can only be reopened. */
function actsOf(row: InboxItem, { t, state, actions, onSnooze, onAssign }: ColumnsOf): RowAct[] {
  const name = nameOfItem(row)
  const isSettling = actions.isSettlingItem(row)
  if (state === 'done')
    return [
      {
        icon: IconArrowBackUp,
        label: t('Open {name} again', name),
        loading: isSettling,
        onClick: () => actions.reopen([row]),
      },
    ]
  return [
    {
      icon: IconCheck,
      label: t('Mark {name} as done', name),
      color: 'green',
      loading: isSettling,
      onClick: () => actions.settle([row]),
    },
    state === 'snoozed'
      ? {
          icon: IconBellRinging,
          label: t('Unsnooze {name}', name),
          loading: actions.isWaking(row),
          onClick: () => actions.wake(row),
        }
      : { icon: IconClockPause, label: t('Snooze {name}', name), onClick: () => onSnooze(row) },
    { icon: IconUserPlus, label: t('Assign {name}', name), onClick: () => onAssign(row) },
  ]
}

function What({ row }: { row: InboxItem }) {
  const t = useT()
  const format = useFormat()
  const { companyId } = useMe()
  const { text, tone } = kindWords[row.kind]
  return (
    <Lines detail={detailOf(row, companyId, t, format)}>
      <StatusBadge tone={tone}>{t(text)}</StatusBadge>
    </Lines>
  )
}

/** The campaign with its client, or the client alone, linked to the page where the problem can be fixed. */
function Where({ row, way }: { row: InboxItem; way: string | null }) {
  const name = row.campaignName ?? row.company_name
  return (
    <Lines strong detail={row.campaignName !== null && row.company_name}>
      {way === null ? <Bdi>{name}</Bdi> : <Link to={way}>{name}</Link>}
    </Lines>
  )
}

function Since({ row }: { row: InboxItem }) {
  const t = useT()
  const format = useFormat()
  if (row.snoozed_until !== null)
    return (
      <Lines detail={row.since && format.ago(row.since)}>
        {t('Until {date}', { date: isolate(format.date(row.snoozed_until)) })}
      </Lines>
    )
  if (row.since === null) return <span className={styles.muted}>–</span>
  return (
    <time dateTime={row.since} title={format.dateTime(row.since)}>
      {format.ago(row.since)}
    </time>
  )
}

function Who({ row }: { row: InboxItem }) {
  return row.assignee ? <Bdi>{row.assignee.name}</Bdi> : <span className={styles.muted}>–</span>
}
