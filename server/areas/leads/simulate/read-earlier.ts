import type { Tx } from '#server/platform/database/tx.ts'
import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Campaign } from '../resolve/batch.ts'
import { windowEnd } from '../resolve/reidentification.ts'

/** An actual lead that the simulated campaign has to respect. */
export interface RealLead {
  madeAt_ms: number
  windowEndsAt_ms: number
}

/**
 * The actual leads that matter to a simulation: the campaign's own from before the period, and at any time those of the
 * client's other campaigns if its rule includes them. Its own leads within the period are what is being simulated.
 */
export async function readRealLeads(
  tx: Tx,
  agencyId: string,
  campaign: Campaign,
  personIds: readonly number[],
  from_ms: number,
): Promise<Map<number, RealLead[]>> {
  const { reidentification: window } = campaign
  if (window === 'always') return new Map()
  const keys = { column: 'person_id', array: 'bigint[]', values: plainArray(personIds) }
  return byKey(await readLeads<number>(tx, agencyId, campaign, { keys, window, from_ms }))
}

/** The same by company domain, for a campaign with a company window. */
export async function readCompanyLeads(
  tx: Tx,
  agencyId: string,
  campaign: Campaign,
  { companies, window }: { companies: readonly string[]; window: string },
  from_ms: number,
): Promise<Map<string, RealLead[]>> {
  if (window === 'none' || companies.length === 0) return new Map()
  const keys = { column: 'company_domain', array: 'text[]', values: companies }
  return byKey(await readLeads<string>(tx, agencyId, campaign, { keys, window, from_ms }))
}

type Keyed<Key> = RealLead & { key: Key }

async function readLeads<Key>(
  tx: Tx,
  agencyId: string,
  campaign: Campaign,
  {
    keys,
    window,
    from_ms,
  }: { keys: { column: string; array: string; values: unknown }; window: string; from_ms: number },
): Promise<Keyed<Key>[]> {
  const { rows } = await tx.query<Keyed<Key>>(
    `select l.${keys.column} as key, (extract(epoch from l.created_at) * 1000)::float8 as "madeAt_ms",
            (extract(epoch from ${windowEnd('l.created_at', 'c')}) * 1000)::float8 as "windowEndsAt_ms"
       from lead l cross join (select $6::text as time_zone, $7::text as reidentification) c
      where l.agency_id = $1 and l.client_id = $2 and l.${keys.column} = any($3::${keys.array}) and l.kind = 'lead'
        and ((l.campaign_id = $4 and l.created_at < $5) or ($8 and l.campaign_id <> $4))
      order by l.created_at`,
    [
      agencyId,
      campaign.clientId,
      keys.values,
      campaign.id,
      dateOf(from_ms),
      campaign.timeZone,
      window,
      campaign.reidentificationAcrossClient,
    ],
  )
  return rows
}

function byKey<Key>(rows: readonly Keyed<Key>[]): Map<Key, RealLead[]> {
  const leadsOf = new Map<Key, RealLead[]>()
  for (const row of rows) {
    const beside = leadsOf.get(row.key)
    if (beside) beside.push(row)
    else leadsOf.set(row.key, [row])
  }
  return leadsOf
}

/** When people converted, by person; from then on they are customers. */
export async function readConversionDates(
  tx: Tx,
  agencyId: string,
  campaignId: string,
  personIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ personId: number; at_ms: number }>(
    `select person_id as "personId", (extract(epoch from at) * 1000)::float8 as at_ms from conversion
      where agency_id = $1 and campaign_id = $2 and person_id = any($3::bigint[])`,
    [agencyId, campaignId, plainArray(personIds)],
  )
  return new Map(rows.map(({ personId, at_ms }) => [personId, at_ms]))
}
