import type { Book } from '#server/areas/ledger/book.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import type { Campaign, Cap } from '../resolve/batch.ts'
import { quarter_ms } from './hours.ts'
import { limitPeriodOf } from './period.ts'

/** What actual leads used of a cap within a quarter of an hour. */
interface Spent {
  capId: string
  at_ms: number
  cost_e4: number
}

interface State {
  month: string
  simulated_e4: number
  booked_e4: number
  /** Actual bookings in order, and how far they are summed. */
  booked: readonly Spent[]
  next: number
}

/**
 * What is left of the spend caps of a campaign, its client and its agency while past days are simulated. Its own cap starts
 * unused, like its limit. The other caps include what was booked: by all campaigns before the period, and by the other
 * campaigns during it.
 */
export class SimulatedCaps {
  readonly #states: ReadonlyMap<Cap, State>
  /** Whether other campaigns share a cap, so that the time of day matters. */
  readonly isShared: boolean

  constructor(campaign: Campaign, spendings: readonly Spent[]) {
    this.#states = new Map(
      campaign.caps.map((cap) => [
        cap,
        {
          month: '',
          simulated_e4: 0,
          booked_e4: 0,
          booked: spendings.filter(({ capId }) => capId === cap.id),
          next: 0,
        },
      ]),
    )
    this.isShared = campaign.caps.some(({ of }) => of !== 'campaign')
  }

  /** What is left by cap id. Must be called with ascending instants. */
  leftAt(at_ms: number): Map<string, number> {
    return new Map([...this.#states].map(([cap, state]) => [cap.id, leftOf(cap, state, at_ms)]))
  }

  takeLeads(count: number): void {
    for (const [{ price_e4 }, state] of this.#states) state.simulated_e4 += count * price_e4
  }
}

function leftOf(cap: Cap, state: State, at_ms: number): number {
  const month = monthAt(at_ms, cap.timeZone)
  if (month !== state.month) Object.assign(state, { month, simulated_e4: 0, booked_e4: 0 })
  // Within a quarter of an hour, the simulated campaign goes first.
  for (let one = state.booked[state.next]; one && one.at_ms < startOfQuarter(at_ms); one = state.booked[++state.next])
    if (monthAt(one.at_ms, cap.timeZone) === month) state.booked_e4 += one.cost_e4
  return cap.most_e4 - state.booked_e4 - state.simulated_e4
}

const startOfQuarter = (at_ms: number): number => Math.floor(at_ms / quarter_ms) * quarter_ms
const monthAt = (at_ms: number, timeZone: string): string => limitPeriodOf(localDateAt(at_ms, timeZone), 'month')

/** Bookings under the caps of the campaign's client and agency, from the month in which the period begins. */
export async function readSpent(tx: Tx, book: Book, campaign: Campaign, from_ms: number): Promise<Spent[]> {
  const caps = campaign.caps.filter(({ of }) => of !== 'campaign')
  if (caps.length === 0) return []
  const { rows } = await tx.query<Spent>(
    `select asked.of_id as "capId", quarter * ${quarter_ms}::float8 as at_ms, sum(cost_e4)::bigint as cost_e4
       from unnest($2::uuid[], $3::text[], $4::date[], $5::text[]) as asked (of_id, level, month, time_zone)
      cross join lateral (
        select floor(extract(epoch from l.created_at) * 1000 / ${quarter_ms}) as quarter,
               case asked.level when 'agency' then l.wholesale_price_e4 else l.retail_price_e4 end as cost_e4
          from lead l
         where l.agency_id = $1 and l.kind = 'lead' and (asked.level = 'agency' or l.client_id = asked.of_id)
           and l.created_at >= asked.month::timestamp at time zone asked.time_zone
           and (l.campaign_id <> $6 or l.created_at < $7)) made
      group by 1, 2 order by 2`,
    [
      book.agencyId,
      caps.map(({ id }) => id),
      caps.map(({ of }) => of),
      caps.map(({ timeZone }) => monthAt(from_ms, timeZone)),
      caps.map(({ timeZone }) => timeZone),
      campaign.id,
      dateOf(from_ms),
    ],
  )
  return rows
}
