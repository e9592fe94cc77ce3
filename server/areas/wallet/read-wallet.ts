import { Readable } from 'node:stream'
import {
  historyColumns,
  type downloadWalletHistory,
  type listWalletHistory,
  type readWallet,
  type Wallet,
} from '#contract/wallet/wallet.ts'
import { centsFromE4, dollarsFromCents } from '#contract/core/money.ts'
import { isOpen, readLastTopUp, type TopUp } from '#server/areas/billing/top-ups/open-top-up.ts'
import { isRequired, readBalance, usable, walletOf, type Balance } from '#server/areas/prepaid/balances.ts'
import { readTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { csvLine, csvStart } from '#server/platform/csv.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { canTopUp } from './can-top-up.ts'
import { monthAt, readHistory, type Month } from './history.ts'
import { maxDeclines } from './top-up.ts'

/** Lots that expire within this time are shown on the panel; the first notice is sent at the same time. */
const soon_ms = 30 * 86_400_000

/** The agency that owns the wallet: the caller's own, from the checked path. */
export function ownAgency({ object }: Pick<SignedInCall, 'object'>): { rootId: string; agencyId: string } {
  if (!object || object.agencyId === null || object.clientId !== null) throw notFound()
  return { rootId: object.rootId, agencyId: object.agencyId }
}

export const handleReadWallet: Handler<typeof readWallet> = async ({ query }, call) => {
  const { agencyId } = ownAgency(call)
  return call.inScope(async (tx) => {
    const zone = await readTimeZone(tx, agencyId)
    const current = monthAt(call.platform.clock.now(), zone)
    const data = await readPanel(tx, call, agencyId, { month: query.date ?? current, zone }, current)
    return { result: 'success' as const, message: '', data }
  })
}

const nothing: Pick<Balance, 'topUp_cents' | 'isCustom' | 'stopsContinual' | 'lastBalance_e4'> = {
  topUp_cents: 25_000,
  isCustom: false,
  stopsContinual: false,
  lastBalance_e4: 0,
}

async function readPanel(tx: Tx, call: SignedInCall, agencyId: string, of: Month, current: string): Promise<Wallet> {
  const { id } = walletOf(agencyId)
  const balance = await readBalance(tx, agencyId, id)
  const now_ms = call.platform.clock.now()
  const { left_e4, held_e4, total_e4, ending_e4, ends_at } = await sumLots(tx, agencyId, id, now_ms)
  const last = await readLastTopUp(tx, agencyId, id)
  const { topUp_cents, isCustom, stopsContinual, lastBalance_e4 } = balance ?? nothing
  const inDollars = (e4: number): number => dollarsFromCents(centsFromE4(e4))
  return {
    balance_amount: inDollars(left_e4),
    // Together with the balance this is everything that is left, as the history shows it.
    held_amount: dollarsFromCents(centsFromE4(left_e4 + held_e4) - centsFromE4(left_e4)),
    total_amount: inDollars(total_e4),
    last_balance_amount: inDollars(lastBalance_e4),
    amount: dollarsFromCents(topUp_cents || nothing.topUp_cents),
    custom_amount: isCustom,
    stop_continual: stopsContinual,
    is_enable_topup_prepaid_direct_payment: await canTopUp(tx, call.platform.config, agencyId),
    month: of.month,
    current_month: current,
    transaction_history: await readHistory(tx, id, agencyId, of),
    open_topup: last && (isOpen(last) || last.status === 'declined') ? presentTopUp(last) : null,
    next_expiry: ends_at && { amount: inDollars(ending_e4), expired_at: ends_at.toISOString() },
    continual_declined: !stopsContinual && (balance?.declines ?? 0) >= maxDeclines,
    leads_stopped: balance !== null && isRequired(balance) && balance.emptiedAt !== null,
  }
}

const presentTopUp = ({ amount_cents, status, cause }: TopUp): NonNullable<Wallet['open_topup']> => ({
  amount: dollarsFromCents(amount_cents),
  status,
  cause,
})

interface Sums {
  left_e4: number
  /** What is left of lots whose payment is in dispute. */
  held_e4: number
  total_e4: number
  /** What expires first, if it does so soon. */
  ending_e4: number
  ends_at: Date | null
}

async function sumLots(tx: Tx, agencyId: string, balanceId: string, now_ms: number): Promise<Sums> {
  const { rows } = await tx.query<Sums>(
    `select coalesce(sum(usable_e4), 0)::bigint as left_e4,
            coalesce(sum(remaining_e4 - usable_e4), 0)::bigint as held_e4,
            coalesce(sum(amount_e4), 0)::bigint as total_e4,
            coalesce((array_agg(usable_e4 order by expires_at, id) filter (where soon))[1], 0) as ending_e4,
            min(expires_at) filter (where soon) as ends_at
       from (select *, ${usable('l')} as usable_e4, remaining_e4 > held_e4 and expires_at <= $3 as soon
               from prepaid_lot l where agency_id = $1 and balance_id = $2) lot`,
    [agencyId, balanceId, dateOf(now_ms + soon_ms)],
  )
  return rows[0]!
}

export const handleListWalletHistory: Handler<typeof listWalletHistory> = async ({ query }, call) => {
  const { agencyId } = ownAgency(call)
  return call.inScope(async (tx) => {
    const zone = await readTimeZone(tx, agencyId)
    const month = query.date ?? monthAt(call.platform.clock.now(), zone)
    const transaction_history = await readHistory(tx, agencyId, agencyId, { month, zone })
    return { result: 'success' as const, message: '', data: { month, transaction_history } }
  })
}

/** R268. Not paged, because a month is short: its top-ups, and a line for each day. */
export const handleDownloadWalletHistory: Handler<typeof downloadWalletHistory> = async ({ params, query }, call) => {
  const { agencyId } = ownAgency(call)
  const items = await call.inScope(async (tx) =>
    readHistory(tx, agencyId, agencyId, { month: params.month, zone: await readTimeZone(tx, agencyId) }),
  )
  const lines = items.map((item) =>
    csvLine(
      historyColumns.map((column) => item[column]),
      query.format,
    ),
  )
  return {
    fileName: `data-wallet-${params.month}.csv`,
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from([csvStart(query.format) + csvLine([...historyColumns], query.format) + lines.join('')]),
  }
}
