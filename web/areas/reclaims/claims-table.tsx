import { IconReceiptRefund } from '@tabler/icons-react'
import { listShareClaims, type ClaimState, type ShareClaim, type ClaimSource } from '#contract/reclaims/claims.ts'
import { useFormat } from '../../i18n/format.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { EmptyState } from '../../shells/empty-state.tsx'
import type { Column, Filter } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { StatusBadge, type Tone } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { Decision } from './decision.tsx'

const sourceTexts: Readonly<Record<ClaimSource, Text>> = {
  return: msg('Lead returned'),
  exclusion: msg('Addresses excluded'),
  refund: msg('Payment refunded'),
}

const stateTexts: Readonly<Record<ClaimState, { text: Text; tone: Tone }>> = {
  waiting: { text: msg('Waiting'), tone: 'warn' },
  accepted: { text: msg('Given back'), tone: 'ok' },
  declined: { text: msg('Declined'), tone: 'bad' },
  withdrawn: { text: msg('No longer claimed'), tone: 'plain' },
}

const excessTexts: Readonly<Record<ShareClaim['excess'], Text>> = {
  share: msg('Over the month’s limit'),
  late: msg('Too long after the lead'),
}

const stateFilter: Filter = {
  key: 'state',
  label: msg('Status'),
  all: msg('All statuses'),
  options: Object.entries(stateTexts).map(([value, { text }]) => ({ value, label: text })),
}

/** Parts of the operator's share that are claimed beyond what may come back by itself, waiting ones first. */
export function ClaimsTable() {
  const t = useT()
  const me = useMe()
  const isOperator = me.side === 'root'
  return (
    <ResourceTable
      label={t('Claims')}
      operation={listShareClaims}
      input={({ page, perPage, filters }) => ({
        params: { companyId: me.companyId },
        query: { page, perPage, state: (filters['state'] ?? 'all') as ClaimState | 'all' },
      })}
      columns={[
        ...(isOperator ? [agency] : []),
        ...columns,
        ...(isOperator && me.may('settings.update') ? [decisions] : []),
      ]}
      rowKey={(row) => `${row.id} ${row.state}`}
      filters={[stateFilter]}
      empty={
        <EmptyState
          icon={<IconReceiptRefund size={22} stroke={1.6} />}
          title={t('No claims')}
          hint={
            isOperator
              ? t('What an agency wants back beyond its limit waits here for your decision.')
              : t('What you want back beyond your limit waits here for the platform operator’s decision.')
          }
        />
      }
    />
  )
}

const agency: Column<ShareClaim> = {
  key: 'agency',
  header: msg('Agency'),
  cell: (row) => (
    <Lines strong detail={row.client_name === null ? undefined : <Bdi>{row.client_name}</Bdi>}>
      <Bdi>{row.company_name}</Bdi>
    </Lines>
  ),
}

const columns: readonly Column<ShareClaim>[] = [
  { key: 'source', header: msg('Claimed for'), size: 'wide', cell: (row) => <Source row={row} /> },
  {
    key: 'when',
    header: msg('Claimed on'),
    size: 'time',
    hideBelow: 'lg',
    cell: (row) => <When at={row.claimed_at} />,
  },
  { key: 'amount', header: msg('Amount'), align: 'end', cell: (row) => <Amount of={row.amount} /> },
  { key: 'status', header: msg('Status'), size: 'longStatus', cell: (row) => <Standing row={row} /> },
]

const decisions: Column<ShareClaim> = {
  key: 'decision',
  header: msg('Decision'),
  align: 'end',
  size: 'twoActions',
  cell: (row) => (row.state === 'waiting' ? <Decision of={row} claimIds={[row.id]} amount={row.amount} /> : null),
}

function Source({ row }: { row: ShareClaim }) {
  const t = useT()
  const leads = row.leads > 1 ? t('{count, plural, one {# lead} other {# leads}}', { count: row.leads }) : undefined
  return <Lines detail={leads}>{t(sourceTexts[row.source])}</Lines>
}

function When({ at }: { at: string }) {
  const format = useFormat()
  return <time dateTime={at}>{format.when(at)}</time>
}

function Amount({ of }: { of: number }) {
  const format = useFormat()
  return <>{format.price(Math.round(of * 10_000))}</>
}

function Standing({ row }: { row: ShareClaim }) {
  const t = useT()
  const { text, tone } = stateTexts[row.state]
  return (
    <Lines detail={row.state === 'waiting' ? t(excessTexts[row.excess]) : undefined}>
      <StatusBadge tone={tone}>{t(text)}</StatusBadge>
    </Lines>
  )
}
