import { IconCoins } from '@tabler/icons-react'
import {
  listCommissions,
  readCommissions,
  type Commission,
  type CommissionPayout,
} from '#contract/commissions/commissions.ts'
import { useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { Lines } from '../../shells/resource-table/lines.tsx'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { StatTile, StatTiles } from '../../shells/stat-tile.tsx'
import { StatusBadge, type Tone } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import { SumLine, SumLines } from '../../ui/sum-lines.tsx'
import { TitledPart } from '../../ui/titled-part.tsx'
import { chargeKinds } from '../billing/charge-words.ts'
import styles from './commissions.module.css'

/** What a sales person earned and why, the payouts, and their rates. Without `salesId`, the signed-in user's own. */
export function EarnedCommissions({ salesId }: { salesId?: string }) {
  const t = useT()
  const person = salesId === undefined ? {} : { salesId }
  return (
    <div className={styles.parts}>
      <Sums salesId={salesId} />
      <TitledPart title={t('Commissions')}>
        <ResourceTable
          label={t('Commissions')}
          operation={listCommissions}
          input={({ page, perPage }) => ({ query: { page, perPage, ...person } })}
          columns={columns}
          rowKey={(row) => `${row.agency_id} ${row.charge_id}`}
          empty={
            <EmptyState
              icon={<IconCoins size={22} stroke={1.6} />}
              title={t('No commissions yet')}
              hint={t('Commissions appear here when an assigned agency has paid.')}
            />
          }
        />
      </TitledPart>
    </div>
  )
}

function Sums({ salesId }: { salesId: string | undefined }) {
  const t = useT()
  const format = useFormat()
  const input = { query: salesId === undefined ? {} : { salesId } }
  const { data, error, refetch } = useCall(readCommissions, input, { alwaysFresh: true })
  if (error && !data) return <FailureNote failure={error} onRetry={refetch} />
  const sums = data?.data
  const money = (dollars: number | undefined): string | undefined =>
    dollars === undefined ? undefined : format.money(Math.round(dollars * 100))
  const next = sums?.next_rate
  return (
    <>
      <StatTiles>
        <StatTile
          label={t('Commission')}
          value={sums && <Bdi>{format.rate(sums.percent)}</Bdi>}
          note={
            next &&
            t('{rate} from {date}', { rate: isolate(format.rate(next.percent)), date: format.date(next.valid_from) })
          }
        />
        <StatTile label={t('Earned')} value={money(sums?.earned)} />
        <StatTile label={t('Paid out')} value={money(sums?.paid)} />
        <StatTile
          label={t('Owed')}
          value={money(sums?.owed)}
          note={
            sums &&
            sums.owed > 0 &&
            t('{amount} available for payout; payments are held for {days} days.', {
              amount: isolate(format.money(Math.round(sums.payable * 100))),
              days: sums.hold_days,
            })
          }
        />
      </StatTiles>
      {sums && sums.payouts.length > 0 && (
        <TitledCard title={t('Payouts')}>
          <SumLines>
            {sums.payouts.map((payout) => (
              <Payout key={payout.id} payout={payout} />
            ))}
          </SumLines>
        </TitledCard>
      )}
    </>
  )
}

const payoutStates: Readonly<Record<CommissionPayout['state'], { tone: Tone; text: Text }>> = {
  sent: { tone: 'info', text: msg('In transit') },
  paid: { tone: 'ok', text: msg('Paid out') },
  failed: { tone: 'bad', text: msg('Failed') },
}

function Payout({ payout }: { payout: CommissionPayout }) {
  const t = useT()
  const format = useFormat()
  const { tone, text } = payoutStates[payout.state]
  return (
    <SumLine
      of={
        <>
          <time dateTime={payout.created_at}>{format.date(payout.created_at)}</time>
          <span className={styles.muted}>{payout.by_hand ? t('Paid manually') : t('To the payment account')}</span>
          <StatusBadge tone={tone}>{t(text)}</StatusBadge>
          {payout.state === 'failed' && (
            <span className={styles.muted}>{t('It is owed again and retried a day later.')}</span>
          )}
          {payout.reversed > 0 && (
            <span className={styles.muted}>
              {t('{amount} was taken back at the payment provider and is owed again.', {
                amount: format.money(Math.round(payout.reversed * 100)),
              })}
            </span>
          )}
        </>
      }
    >
      {format.money(Math.round(payout.amount * 100))}
    </SumLine>
  )
}

const states: Readonly<Record<Commission['state'], { tone: Tone; text: Text }>> = {
  owed: { tone: 'info', text: msg('Owed') },
  paid: { tone: 'ok', text: msg('Paid out') },
  clawed_back: { tone: 'plain', text: msg('Reversed') },
}

const columns: readonly Column<Commission>[] = [
  { key: 'agency', header: msg('Agency'), cell: (row) => <AgencyCell row={row} /> },
  { key: 'earned', header: msg('Earned on'), size: 'date', cell: (row) => <DateCell instant={row.earned_at} /> },
  { key: 'base', header: msg('Received'), align: 'end', hideBelow: 'md', cell: (row) => <PriceCell of={row.base} /> },
  {
    key: 'rate',
    header: msg('Rate'),
    align: 'end',
    hideBelow: 'md',
    cell: (row) => <ShareCell percent={row.percent} />,
  },
  { key: 'amount', header: msg('Commission'), align: 'end', cell: (row) => <PriceCell of={row.amount} /> },
  {
    key: 'state',
    header: msg('Status'),
    size: 'status',
    cell: (row) => <StateCell state={row.state} />,
  },
]

function AgencyCell({ row }: { row: Commission }) {
  const t = useT()
  return (
    <Lines strong detail={t(chargeKinds[row.kind])}>
      {row.agency_name}
    </Lines>
  )
}

function DateCell({ instant }: { instant: string }) {
  const format = useFormat()
  return <time dateTime={instant}>{format.date(instant)}</time>
}

function PriceCell({ of }: { of: number }) {
  const format = useFormat()
  return <span className={styles.amount}>{format.price(Math.round(of * 10_000))}</span>
}

function ShareCell({ percent }: { percent: number }) {
  const format = useFormat()
  return <Bdi>{format.rate(percent)}</Bdi>
}

function StateCell({ state }: { state: Commission['state'] }) {
  const t = useT()
  return <StatusBadge tone={states[state].tone}>{t(states[state].text)}</StatusBadge>
}
