import type { Tx } from '#server/platform/database/tx.ts'
import { dateOf } from '#server/platform/clock.ts'

/** Newly written leads, summed by campaign and state. Test leads are not counted. */
export interface DayTally {
  clientId: string
  campaignId: string
  module: string
  /** The leads' `created_at`. */
  at_ms: number
  /** Null or empty if unknown. */
  state: string | null
  leads: number
  wholesale_e4: number
  retail_e4: number
}

/**
 * Updates the daily sums behind dashboards (docs/decisions/0040) for the agency, its clients and its campaigns, in the
 * transaction that writes the leads. Rows are written in key order, so that two transactions never
 * deadlock.
 */
export async function updateLeadDays(
  tx: Tx,
  book: { rootId: string; agencyId: string },
  tallies: readonly DayTally[],
): Promise<void> {
  if (tallies.length === 0) return
  const lines = tallies.flatMap(({ clientId, campaignId, state, ...rest }) => {
    const stateKey = state || '-'
    return [
      { ...rest, ofId: book.agencyId, clientId: null, state: '' },
      { ...rest, ofId: book.agencyId, clientId: null, state: stateKey },
      { ...rest, ofId: clientId, clientId, state: '' },
      { ...rest, ofId: clientId, clientId, state: stateKey },
      { ...rest, ofId: campaignId, clientId, state: '' },
    ]
  })
  await tx.query(
    `insert into lead_day (agency_id, of_id, module, day, state, root_id, client_id, leads, retail_e4, wholesale_e4)
     select $1, of_id, module, (at at time zone 'America/New_York')::date as day, state, $2, client_id, sum(leads)::bigint,
            sum(retail_e4)::bigint, sum(wholesale_e4)::bigint
       from unnest($3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[])
            as line (of_id, client_id, module, at, state, leads, retail_e4, wholesale_e4)
      group by of_id, module, day, state, client_id
      order by of_id, module, state, day
     on conflict (agency_id, of_id, module, state, day) do update set
       leads = lead_day.leads + excluded.leads, retail_e4 = lead_day.retail_e4 + excluded.retail_e4,
       wholesale_e4 = lead_day.wholesale_e4 + excluded.wholesale_e4`,
    [
      book.agencyId,
      book.rootId,
      lines.map((line) => line.ofId),
      lines.map((line) => line.clientId),
      lines.map((line) => line.module),
      lines.map((line) => dateOf(line.at_ms)),
      lines.map((line) => line.state),
      lines.map((line) => line.leads),
      lines.map((line) => line.retail_e4),
      lines.map((line) => line.wholesale_e4),
    ],
  )
}
