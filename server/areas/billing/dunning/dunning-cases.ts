import { readTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import type { Agency } from '../agency-of.ts'
import type { ChargeRow } from '../charge-states.ts'
import { beginDunning, continueDunning, delayDunning, gatewayRefused, type Dunning } from './schedule.ts'

type Charge = Pick<ChargeRow, 'id' | 'root_id' | 'agency_id' | 'client_id'>

/** How a charge's dunning stands; one that was paid or let be is none. The charge's lock holds it. */
async function readDunning(tx: Tx, charge: Charge): Promise<(Dunning & { isOver: boolean }) | null> {
  const { rows } = await tx.query<Dunning & { isOver: boolean }>(
    `select first_on::text as "firstOn", tries, next_on::text as "nextOn", over_at is not null as "isOver" from dunning_case
      where agency_id = $1 and charge_id = $2 and ended_at is null`,
    [charge.agency_id, charge.id],
  )
  return rows[0] ?? null
}

/** The payer's local date. */
async function todayOf(tx: Tx, now_ms: number, charge: Charge): Promise<string> {
  return localDateAt(now_ms, await readTimeZone(tx, charge.client_id ?? charge.agency_id))
}

/** The dunning state after a refusal. */
export interface NotedRefusal extends Dunning {
  /** Whether it is the first refusal, or no further attempt was planned. */
  isNews: boolean
  /** Whether the last retry day has passed: the payment counts as failed until it is paid, even if it is retried. */
  isOver: boolean
}

/** Records a declined charge, in the transaction that marks it, and returns when it is retried. */
export async function recordRefusal(
  tx: Tx,
  now_ms: number,
  charge: Charge & Pick<ChargeRow, 'cause'>,
): Promise<NotedRefusal> {
  const today = await todayOf(tx, now_ms, charge)
  const before = await readDunning(tx, charge)
  const after = before ? followOf(charge)(before, today) : beginDunning(today)
  await tx.query(
    `insert into dunning_case (agency_id, charge_id, root_id, client_id, first_on, tries, next_on, over_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (agency_id, charge_id) do update set first_on = excluded.first_on, tries = excluded.tries,
       next_on = excluded.next_on, over_at = case when dunning_case.ended_at is null then coalesce(dunning_case.over_at, excluded.over_at)
         else excluded.over_at end, ended_at = null`,
    [
      charge.agency_id,
      charge.id,
      charge.root_id,
      charge.client_id,
      after.firstOn,
      after.tries,
      after.nextOn,
      after.nextOn === null ? dateOf(now_ms) : null,
    ],
  )
  return {
    ...after,
    isNews: before === null || before.nextOn === null,
    isOver: after.nextOn === null || before?.isOver === true,
  }
}

const followOf = ({ cause }: Pick<ChargeRow, 'cause'>): typeof continueDunning =>
  cause === gatewayRefused ? delayDunning : continueDunning

/** Whether a charge's next attempt is due in the payer's time zone. */
export async function isTryDue(tx: Tx, now_ms: number, charge: Charge): Promise<boolean> {
  const dunning = await readDunning(tx, charge)
  return dunning !== null && dunning.nextOn !== null && (await todayOf(tx, now_ms, charge)) >= dunning.nextOn
}

/** Ends the case after payment; a later refusal starts a new one. */
export async function endDunning(tx: Tx, now_ms: number, { agency_id, id }: Charge): Promise<void> {
  await tx.query(
    `update dunning_case set ended_at = $3, next_on = null
      where agency_id = $1 and charge_id = $2 and ended_at is null`,
    [agency_id, id, dateOf(now_ms)],
  )
}

/** Ends the cases of an agency's own charges when the operator restores its access. */
export async function closeAgencyCases(tx: Tx, now_ms: number, { agencyId }: Agency): Promise<void> {
  await tx.query(
    `update dunning_case set ended_at = $2, next_on = null
      where agency_id = $1 and client_id is null and ended_at is null and over_at is not null`,
    [agencyId, dateOf(now_ms)],
  )
}

/** A charge due for another attempt, with its paging position. */
export interface DueTry {
  rootId: string
  agencyId: string
  chargeId: string
}

/** Declined charges due for another attempt in their payer's time zone. One page, after the last row of the previous one. */
export async function findDueTries(
  tx: Tx,
  rootId: string,
  { now_ms, after, limit }: { now_ms: number; after: DueTry | undefined; limit: number },
): Promise<DueTry[]> {
  const { rows } = await tx.query<DueTry>(
    `select d.root_id as "rootId", d.agency_id as "agencyId", d.charge_id as "chargeId"
       from dunning_case d
       join charge c on c.agency_id = d.agency_id and c.id = d.charge_id and c.status = 'declined'
       join company payer on payer.id = coalesce(d.client_id, d.agency_id) and payer.removed_at is null
      where d.root_id = $1 and d.next_on <= ($2::timestamptz at time zone payer.time_zone)::date
        and ($3::uuid is null or (d.agency_id, d.charge_id) > ($3, $4))
      order by d.agency_id, d.charge_id limit $5`,
    [rootId, dateOf(now_ms), after?.agencyId ?? null, after?.chargeId ?? null, limit],
  )
  return rows
}
