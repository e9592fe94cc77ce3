import type {
  Commission,
  CommissionPayout,
  CommissionPerson,
  listCommissions,
  listCommissionStaff,
  readCommissions,
} from '#contract/commissions/commissions.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import type { Plain } from '#contract/core/wire-names.ts'
import { dollarsFromCents, dollarsFromE4 } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import { dateOf } from '#server/platform/clock.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { assertSalesPerson, personOf } from './find-person.ts'
import { holdDays, hold_ms } from './policy.ts'
import { readRates, rootZone, type DatedRate } from './rates/read-rates.ts'

const dollarsDown = (e4: number): number => dollarsFromCents(Math.floor(e4 / 100))

interface Sums {
  earned_e4: number
  paid_e4: number
}

const presentSums = ({ earned_e4, paid_e4 }: Sums): { earned: number; paid: number; owed: number } => ({
  earned: dollarsDown(earned_e4),
  paid: dollarsDown(paid_e4),
  owed: dollarsDown(earned_e4 - paid_e4),
})

interface StaffRow extends Sums {
  user_id: string
  full_name: string
  email: string
  state: Plain<CommissionPerson>['accountState'] | null
  rate_bp: number
  next_bp: number | null
  next_from: string | null
  total: number
}

/** All current sales staff, and former ones who are still owed something. */
export const handleListCommissionStaff: Handler<typeof listCommissionStaff> = async ({ query }, call) => {
  const { rootId } = call.caller
  const now_ms = call.platform.clock.now()
  return call.inScope(async (tx) => {
    const today = localDateAt(now_ms, await rootZone(tx, rootId))
    const { rows } = await tx.query<StaffRow>(
      `with sums as (
         select user_id, sum(amount_e4)::bigint as earned_e4, sum(paid_e4)::bigint as paid_e4
           from commission where root_id = $1 group by user_id)
       select u.id as user_id, u.full_name, u.email, u.account_connected as state, coalesce(now_on.rate_bp, 0) as rate_bp,
              later.rate_bp as next_bp, later.valid_from::text as next_from, coalesce(s.earned_e4, 0) as earned_e4,
              coalesce(s.paid_e4, 0) as paid_e4, count(*) over ()::integer as total
         from app_user u
         left join sums s on s.user_id = u.id
         left join lateral (
           select rate_bp from commission_rate r where r.root_id = $1 and r.user_id = u.id and r.valid_from <= $2
            order by r.valid_from desc, r.set_at desc, r.id desc limit 1) now_on on true
         left join lateral (
           select rate_bp, valid_from from commission_rate r where r.root_id = $1 and r.user_id = u.id and r.valid_from > $2
            order by r.valid_from, r.set_at desc, r.id desc limit 1) later on true
        where u.root_id = $1 and u.agency_id is null and u.kind in ('salesRep', 'accountExecutive')
          and (u.removed_at is null or s.earned_e4 <> s.paid_e4)
        order by u.full_name, u.id limit $3 offset $4`,
      [rootId, today, query.perPage, (query.page - 1) * query.perPage],
    )
    return toPage(rows.map(presentPerson), query.page, query.perPage, rows[0]?.total ?? 0)
  })
}

const presentPerson = (row: StaffRow): Plain<CommissionPerson> => ({
  user_id: row.user_id,
  full_name: row.full_name,
  email: row.email,
  accountState: row.state ?? '',
  percent: row.rate_bp / 100,
  next_rate:
    row.next_bp === null || row.next_from === null ? null : { percent: row.next_bp / 100, valid_from: row.next_from },
  ...presentSums(row),
})

type Summary = AnswerOf<typeof readCommissions>['data']

export const handleReadCommissions: Handler<typeof readCommissions> = async ({ query }, call) => {
  const { rootId } = call.caller
  const userId = personOf(call, query.salesId)
  const now_ms = call.platform.clock.now()
  return call.inScope(async (tx) => {
    const { rates, today } = await readAsRoot(tx, rootId, async () => {
      await assertSalesPerson(tx, rootId, userId)
      return { rates: await readRates(tx, rootId, userId), today: localDateAt(now_ms, await rootZone(tx, rootId)) }
    })
    const { rows } = await tx.query<Sums & { payable_e4: number }>(
      `select coalesce(sum(amount_e4), 0)::bigint as earned_e4, coalesce(sum(paid_e4), 0)::bigint as paid_e4,
              coalesce(sum(amount_e4 - paid_e4) filter (where amount_e4 < paid_e4 or earned_at <= $3), 0)::bigint as payable_e4
         from commission where root_id = $1 and user_id = $2`,
      [rootId, userId, dateOf(now_ms - hold_ms)],
    )
    const sums = rows[0]!
    const data: Summary = {
      ...presentSums(sums),
      percent: rateOn(rates, today) / 100,
      payable: Math.max(0, dollarsDown(sums.payable_e4)),
      hold_days: holdDays,
      next_rate: presentRate(rates.findLast(({ valid_from }) => valid_from > today)),
      rates: rates.map((rate) => presentRate(rate)!),
      payouts: await readPayouts(tx, rootId, userId),
    }
    return { result: 'success' as const, data }
  })
}

const presentRate = (rate: DatedRate | undefined): { percent: number; valid_from: string } | null =>
  rate ? { percent: rate.rate_bp / 100, valid_from: rate.valid_from } : null

const rateOn = (rates: readonly DatedRate[], today: string): number =>
  rates.find(({ valid_from }) => valid_from <= today)?.rate_bp ?? 0

interface PayoutLine extends Pick<CommissionPayout, 'id' | 'state' | 'cause'> {
  amount_cents: number
  reversed_cents: number
  gateway: string | null
  created_at: Date
}

async function readPayouts(tx: Tx, rootId: string, userId: string): Promise<CommissionPayout[]> {
  const { rows } = await tx.query<PayoutLine>(
    `select id, amount_cents, reversed_cents, gateway, state, cause, created_at from commission_payout
      where root_id = $1 and user_id = $2 order by created_at desc, id desc limit 20`,
    [rootId, userId],
  )
  return rows.map(({ amount_cents, reversed_cents, gateway, created_at, ...row }) => ({
    ...row,
    amount: dollarsFromCents(amount_cents),
    reversed: dollarsFromCents(reversed_cents),
    by_hand: gateway === null,
    created_at: created_at.toISOString(),
  }))
}

interface Row {
  charge_id: string
  agency_id: string
  kind: Commission['kind']
  earned_at: Date
  rate_bp: number
  base_e4: number
  amount_e4: number
  paid_e4: number
  total: number
}

/** One row per payment, newest first. Agencies are named even if they are assigned to somebody else by now. */
export const handleListCommissions: Handler<typeof listCommissions> = async ({ query }, call) => {
  const { rootId } = call.caller
  const userId = personOf(call, query.salesId)
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<Row>(
      `select charge_id, agency_id, charge_kind as kind, earned_at, rate_bp, base_e4, amount_e4, paid_e4,
              count(*) over ()::integer as total
         from commission where root_id = $1 and user_id = $2
        order by earned_at desc, charge_id desc limit $3 offset $4`,
      [rootId, userId, query.perPage, (query.page - 1) * query.perPage],
    )
    const names = await readAsRoot(tx, rootId, () =>
      readNames(
        tx,
        rows.map(({ agency_id }) => agency_id),
      ),
    )
    return toPage(
      rows.map((row) => present(row, names.get(row.agency_id) ?? '')),
      query.page,
      query.perPage,
      rows[0]?.total ?? 0,
    )
  })
}

const present = (row: Row, agency_name: string): Commission => ({
  charge_id: row.charge_id,
  agency_id: row.agency_id,
  agency_name,
  kind: row.kind,
  earned_at: row.earned_at.toISOString(),
  percent: row.rate_bp / 100,
  base: dollarsFromE4(row.base_e4),
  amount: dollarsFromE4(row.amount_e4),
  state: row.amount_e4 === 0 ? 'clawed_back' : row.paid_e4 === row.amount_e4 ? 'paid' : 'owed',
})

async function readNames(tx: Tx, agencyIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await tx.query<{ id: string; name: string }>('select id, name from company where id = any($1)', [
    [...new Set(agencyIds)],
  ])
  return new Map(rows.map(({ id, name }) => [id, name]))
}
