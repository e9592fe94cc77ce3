import { Button } from '@mantine/core'
import { IconPlus, IconTicket } from '@tabler/icons-react'
import { useState } from 'react'
import { listCoupons, revokeCoupon, type Coupon } from '#contract/billing/coupons.ts'
import { useFormat, type Format } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { EmptyState } from '../../shells/empty-state.tsx'
import type { Column } from '../../shells/resource-table/columns.ts'
import { ResourceTable } from '../../shells/resource-table/resource-table.tsx'
import { StatusBadge, type Tone } from '../../shells/status-badge.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import { TitledPart } from '../../ui/titled-part.tsx'
import styles from './billing.module.css'
import { CouponDialog } from './coupon-dialog.tsx'

const states: Readonly<Record<Coupon['state'], { label: Text; tone: Tone }>> = {
  active: { label: msg('Active'), tone: 'ok' },
  used_up: { label: msg('Used up'), tone: 'plain' },
  expired: { label: msg('Expired'), tone: 'plain' },
  revoked: { label: msg('Revoked'), tone: 'bad' },
}

/** The operator's coupons: create, list and revoke. */
export function Coupons() {
  const t = useT()
  const me = useMe()
  const format = useFormat()
  const [isAdding, setAdding] = useState(false)
  const [couponToRevoke, setCouponToRevoke] = useState<Coupon | null>(null)
  const mayAdd = me.may('settings.create')
  const add = (
    <Button variant="default" leftSection={<IconPlus size={17} stroke={1.75} />} onClick={() => setAdding(true)}>
      {t('Add coupon')}
    </Button>
  )
  return (
    <TitledPart title={t('Coupons')} action={mayAdd && add}>
      <ResourceTable
        label={t('Coupons')}
        operation={listCoupons}
        input={({ page, perPage }) => ({ query: { page, perPage } })}
        columns={columnsOf(format, me.may('settings.delete') ? setCouponToRevoke : null)}
        rowKey={(row) => row.id}
        empty={
          <EmptyState
            icon={<IconTicket size={22} stroke={1.6} />}
            title={t('No coupons yet')}
            hint={t('A coupon takes a percentage or an amount off the onboarding charge.')}
            action={mayAdd && add}
          />
        }
      />
      {isAdding && <CouponDialog onClose={() => setAdding(false)} />}
      {couponToRevoke && <RevokeDialog coupon={couponToRevoke} onClose={() => setCouponToRevoke(null)} />}
    </TitledPart>
  )
}

const columnsOf = (format: Format, onRevoke: ((row: Coupon) => void) | null): readonly Column<Coupon>[] => [
  { key: 'code', header: msg('Code'), cell: (row) => <strong className={styles.code}>{row.code}</strong> },
  {
    key: 'value',
    header: msg('Discount'),
    align: 'end',
    cell: (row) =>
      row.type === 'percent' ? format.percent(row.value / 100) : format.money(Math.round(row.value * 100)),
  },
  { key: 'uses', header: msg('Used'), align: 'end', cell: (row) => <Uses row={row} /> },
  { key: 'until', header: msg('Valid until'), size: 'date', cell: (row) => <Until row={row} /> },
  { key: 'state', header: msg('Status'), cell: (row) => <State row={row} /> },
  ...(onRevoke
    ? [
        {
          key: 'actions',
          header: msg('Action'),
          align: 'end' as const,
          cell: (row: Coupon) => <RevokeButton row={row} onRevoke={onRevoke} />,
        },
      ]
    : []),
]

function Uses({ row }: { row: Coupon }) {
  const t = useT()
  const format = useFormat()
  const uses = format.number(row.uses)
  return row.max_uses === null ? uses : t('{active} of {all}', { active: uses, all: format.number(row.max_uses) })
}

function Until({ row }: { row: Coupon }) {
  const t = useT()
  const format = useFormat()
  if (row.expires_on === null) return <span className={styles.muted}>{t('No expiration')}</span>
  return <time dateTime={row.expires_on}>{format.date(row.expires_on)}</time>
}

function State({ row }: { row: Coupon }) {
  const t = useT()
  const { label, tone } = states[row.state]
  return <StatusBadge tone={tone}>{t(label)}</StatusBadge>
}

function RevokeButton({ row, onRevoke }: { row: Coupon; onRevoke: (row: Coupon) => void }) {
  const t = useT()
  if (row.state === 'revoked') return null
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('Revoke {name}', { name: isolate(row.code) })}
      onClick={() => onRevoke(row)}
    >
      {t('Revoke')}
    </Button>
  )
}

function RevokeDialog({ coupon, onClose }: { coupon: Coupon; onClose: () => void }) {
  const t = useT()
  return (
    <ConfirmAction
      title={t('Revoke this coupon?')}
      confirmLabel={t('Revoke coupon')}
      operation={revokeCoupon}
      input={{ body: { couponId: coupon.id } }}
      invalidates={[listCoupons]}
      onClose={onClose}
    >
      <p>
        <Bdi>{coupon.code}</Bdi>
      </p>
      <p>{t('It can no longer be used. Discounts already given stay. This cannot be undone.')}</p>
    </ConfirmAction>
  )
}
