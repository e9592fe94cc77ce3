import { IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { causeTexts } from '#contract/integrations/causes.ts'
import { listDeliveries, type DeliveryRow } from '#contract/integrations/deliveries.ts'
import { call } from '../../api/call.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT, type Translate } from '../../i18n/texts.tsx'
import { selectedGroup } from '../../session/group.ts'
import { useMe } from '../../session/me.ts'
import { useModule } from '../../session/module.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import { MoreTable, useMoreList } from '../../shells/more-table.tsx'
import { NextStep } from '../../shells/next-step.tsx'
import { PageHeader } from '../../shells/page-header.tsx'
import type { Filter, SavedColumn } from '../../shells/resource-table/columns.ts'
import { daysFilter, daysIn } from '../../shells/resource-table/days-filter.tsx'
import { useRowPanel } from '../../shells/resource-table/row-panel.ts'
import { useTableState } from '../../shells/resource-table/table-state.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { StatusBadge } from '../../shells/status-badge.tsx'
import { ownerFilters } from '../../shells/owners/campaign-filter.tsx'
import { GroupNote } from '../../shells/owners/group-note.tsx'
import { ChooseDelivery, ChosenDeliveries, useChosen, type Chosen } from './chosen-deliveries.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import styles from './delivery-line.module.css'
import { DestinationHealth } from './destination-health.tsx'
import { mayChangeDeliveries } from './may-change.ts'
import { ManualReceipts } from './take-back/manual-receipts.tsx'
import { deliveryState, kindTexts } from './words.ts'

type Status = 'all' | DeliveryRow['status']

const daysOfDeliveries = daysFilter(msg('Days'))

const statusFilter: Filter = {
  key: 'status',
  label: msg('Status'),
  all: msg('All statuses'),
  options: [
    { value: 'waiting', label: msg('Waiting') },
    { value: 'delivered', label: msg('Delivered') },
    { value: 'dead', label: msg('Failed') },
  ],
}

/** Where leads were sent and with what result: the cause in plain words, the next attempt, and resending. */
export function DeliveriesPage() {
  const t = useT()
  const me = useMe()
  const module = useModule()
  const dialog = useRowPanel('delivery')
  const selection = useChosen()
  const mayChange = mayChangeDeliveries(me)
  const filters = [daysOfDeliveries, statusFilter, ...ownerFilters(me.side)]
  const state = useTableState(filters, [])
  const { client = 'all', campaign = 'all', ...values } = state.query.filters
  const status = (values['status'] ?? 'all') as Status
  const group = selectedGroup(me)
  const params = { companyId: me.companyId, clientId: client } as const
  const filter = { status, campaign, groupId: group, ...daysIn(state.query.filters) }
  const list = useMoreList<DeliveryRow>(
    [listDeliveries.name, params, filter],
    (before, signal, perPage = 25) => call(listDeliveries, { params, query: { ...filter, before, perPage }, signal }),
    3_000,
  )
  return (
    <>
      <PageHeader title={t('Deliveries')} description={t('Every lead sent to your recipients and systems.')} />
      <GroupNote />
      <DestinationHealth rows={list.rows} />
      {me.side !== 'root' && mayChange && <ManualReceipts />}
      <MoreTable
        list={list}
        label={t('Deliveries')}
        rowKey={(delivery) => delivery.id}
        columns={columnsOf(t, module.base, dialog.open, mayChange ? selection : null)}
        filters={filters}
        state={state}
        savedAs="deliveries"
        empty={
          <EmptyState
            icon={<IconSend size={28} stroke={1.5} />}
            title={t('No deliveries here')}
            hint={t('Add report recipients or a webhook to a campaign; its next lead is sent there.')}
            action={<NextStep to={`${module.base}/campaign-management`} label={t('Campaigns')} />}
          />
        }
      />
      <ChosenDeliveries selection={selection} rows={list.rows ?? []} companyId={me.companyId} />
      <DeliveryDialog id={dialog.openKey ?? null} onClose={dialog.close} />
    </>
  )
}

function WhenCell({ row, selection }: { row: DeliveryRow; selection: Chosen | null }) {
  const format = useFormat()
  const when = (
    <time dateTime={row.created_at} title={format.dateTime(row.created_at)}>
      {format.when(row.created_at)}
    </time>
  )
  if (!selection) return when
  return (
    <ChooseDelivery row={row} selection={selection}>
      {when}
    </ChooseDelivery>
  )
}

function columnsOf(
  t: Translate,
  base: string,
  open: (id: string) => void,
  selection: Chosen | null,
): SavedColumn<DeliveryRow, 'deliveries'>[] {
  return [
    {
      key: 'at',
      isPinned: true,
      size: selection ? 'tickedTime' : 'time',
      header: msg('When'),
      text: (row) => new Date(row.created_at),
      cell: (row) => <WhenCell row={row} selection={selection} />,
    },
    {
      key: 'lead',
      header: msg('Lead'),
      text: (row) => row.lead_name,
      cell: (row) => (
        <Link to={`${base}/leads/${row.lead_id}`}>
          <bdi>{row.lead_name}</bdi>
        </Link>
      ),
    },
    {
      key: 'to',
      size: 'wide',
      header: msg('Destination'),
      text: (row) => `${t(kindTexts[row.kind])}: ${row.target}`,
      cell: (row) => <Lines detail={row.target}>{t(kindTexts[row.kind])}</Lines>,
    },
    {
      key: 'status',
      header: msg('Status'),
      size: 'wide',
      text: (row) => textOfStatus(row, t),
      cell: (row) => <StatusCell row={row} />,
    },
    {
      key: 'open',
      isPinned: true,
      header: msg('Details'),
      align: 'end',
      cell: (row) => (
        <button
          type="button"
          className={styles.open}
          onClick={() => open(row.id)}
          aria-label={t('Details of the delivery to {name}', { name: row.target })}
        >
          {t('Details')}
        </button>
      ),
    },
  ]
}

const causeOf = ({ cause, status }: DeliveryRow, t: Translate): string | null =>
  cause && status !== 'delivered' ? t(causeTexts[cause]) : null

const textOfStatus = (row: DeliveryRow, t: Translate): string =>
  [t(deliveryState(row).text), causeOf(row, t)].filter(Boolean).join(': ')

function StatusCell({ row }: { row: DeliveryRow }) {
  const t = useT()
  const format = useFormat()
  const state = deliveryState(row)
  const cause = causeOf(row, t)
  const next =
    row.next_attempt_at && row.attempts > 0 && t('Next attempt {when}', { when: format.ago(row.next_attempt_at) })
  return (
    <Lines detail={cause} beside={next && <span>{next}</span>}>
      <StatusBadge tone={state.tone} pulse={state.pulse}>
        {t(state.text)}
      </StatusBadge>
    </Lines>
  )
}
