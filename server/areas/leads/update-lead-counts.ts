import type { Tx } from '#server/platform/database/tx.ts'
import { dateOf } from '#server/platform/clock.ts'
import { startOfMonth } from './read/sum-leads.ts'

/** Newly written leads, counted by client, campaign and hour. */
export interface LeadTally {
  clientId: string
  campaignId: string
  /** Any instant within the hour of the leads' `created_at`. */
  at_ms: number
  leads: number
  tests: number
  wholesale_e4: number
  retail_e4: number
}

/** Months, days and hours are in UTC. */
type Grain = 'ever' | 'month' | 'day' | 'hour'

interface Line {
  ofId: string
  clientId: string | null
  grain: Grain
  start_ms: number
  leads: number
  tests: number
  wholesale_e4: number
  retail_e4: number
}

const grains_ms = { hour: 3_600_000, day: 86_400_000 } as const

/**
 * Updates the lead counts of the agency, its clients and its campaigns, in the transaction that writes the leads. Rows are
 * written in key order, so that two transactions never deadlock.
 */
export async function updateLeadCounts(
  tx: Tx,
  book: { rootId: string; agencyId: string },
  tallies: readonly LeadTally[],
): Promise<void> {
  if (tallies.length === 0) return
  const lines = [...addUp(book.agencyId, tallies).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => line)
  await tx.query(
    `insert into lead_count
       (agency_id, root_id, of_id, client_id, grain, start_at, leads, tests, wholesale_e4, retail_e4)
     select $1, $2, of_id, client_id, grain, start_at, leads, tests, wholesale_e4, retail_e4
       from unnest($3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::bigint[], $8::bigint[], $9::bigint[],
         $10::bigint[]) as line (of_id, client_id, grain, start_at, leads, tests, wholesale_e4, retail_e4)
     on conflict (agency_id, of_id, grain, start_at) do update set
       leads = lead_count.leads + excluded.leads, tests = lead_count.tests + excluded.tests,
       wholesale_e4 = lead_count.wholesale_e4 + excluded.wholesale_e4,
       retail_e4 = lead_count.retail_e4 + excluded.retail_e4`,
    [
      book.agencyId,
      book.rootId,
      lines.map((line) => line.ofId),
      lines.map((line) => line.clientId),
      lines.map((line) => line.grain),
      lines.map((line) => dateOf(line.start_ms)),
      lines.map((line) => line.leads),
      lines.map((line) => line.tests),
      lines.map((line) => line.wholesale_e4),
      lines.map((line) => line.retail_e4),
    ],
  )
}

function addUp(agencyId: string, tallies: readonly LeadTally[]): Map<string, Line> {
  const lines = new Map<string, Line>()
  for (const tally of tallies) {
    const owners = [
      [agencyId, null],
      [tally.clientId, tally.clientId],
      [tally.campaignId, tally.clientId],
    ] as const
    for (const [ofId, clientId] of owners) {
      for (const [grain, start_ms] of startsOf(tally.at_ms)) {
        const key = `${ofId} ${grain} ${start_ms.toString().padStart(15, '0')}`
        const line = lines.get(key) ?? { ofId, clientId, grain, start_ms, ...nothing }
        lines.set(key, {
          ...line,
          leads: line.leads + tally.leads,
          tests: line.tests + tally.tests,
          wholesale_e4: line.wholesale_e4 + tally.wholesale_e4,
          retail_e4: line.retail_e4 + tally.retail_e4,
        })
      }
    }
  }
  return lines
}

const nothing = { leads: 0, tests: 0, wholesale_e4: 0, retail_e4: 0 }

function startsOf(at_ms: number): [Grain, number][] {
  return [
    ['ever', 0],
    ['month', startOfMonth(at_ms)],
    ['day', at_ms - (at_ms % grains_ms.day)],
    ['hour', at_ms - (at_ms % grains_ms.hour)],
  ]
}
