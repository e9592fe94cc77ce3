import type { DatabaseError, PoolClient, QueryResult } from 'pg'
import { dateOf, machineTime, type Clock } from '#server/platform/clock.ts'
import { BinaryRows } from '#server/platform/database/binary-rows.ts'
import { isOnCluster } from '#server/platform/database/pool.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import type { Pixel } from './pixels.ts'
import { withdrawalJobName, type CountedReason, type Entry, type Hit } from './hit.ts'

const insertHits = `
  insert into hit (agency_id, id, root_id, client_id, campaign_id, received_at, kind, page_url, page_host, title,
    referrer_host, visitor_id, session_id, hashes, event_name, event_value_cents, mark, user_agent_family, company_domain,
    consent)
  select agency_id, id, $2, client_id, campaign_id, $3, kind, page_url, page_host, title,
    referrer_host, visitor_id, session_id, hashes, event_name, event_value_cents, mark, user_agent_family, company_domain,
    consent
  from unnest($1::checked_hit[])
  on conflict do nothing`

/** Without looking for ids. Counted, so that it returns one row and not one for each hit. */
const insertNewHits = `
  with stored as (${insertHits.replace('on conflict do nothing', 'returning 1')}) select count(*) from stored`

const addToCounts = `
  insert into visit_count (agency_id, client_id, campaign_id, root_id, hour, reason, count)
  select a, c, g, $2, date_trunc('hour', $3::timestamptz, 'UTC'), r, n
  from json_to_recordset($1) as (a uuid, c uuid, g uuid, r text, n bigint)
  order by a, c, g, r
  on conflict (agency_id, client_id, campaign_id, hour, reason) do update set count = visit_count.count + excluded.count`

// For one agency. A campaign row locked by somebody's save is left for the next batch: hits never wait for a user's
// transaction.
const touchCampaigns = `
  update campaign set last_hit_at = $3
  where agency_id = $1 and id in (
    select id from campaign where agency_id = $1 and id = any ($2::uuid[]) for no key update skip locked)
  returning id`

// One job for each visitor: where only the header says no, each page of a visit does.
const addWithdrawals = `
  select graphile_worker.add_job('${withdrawalJobName}', one.value,
    job_key => '${withdrawalJobName} ' || (one.value ->> 'clientId') || (one.value ->> 'visitorId'))
  from json_array_elements($1::json) as one (value)`

const begin = hasFault('commit-without-waiting') ? 'begin; set local synchronous_commit = off; ' : 'begin; '

/** All entries of one root in a batch: the scope is set once for each. */
export interface RootBatch {
  rootId: string
  hits: Hit[]
  counts: { pixel: Pixel; reason: CountedReason; count: number }[]
  /** Visitors who said no after they were known. */
  withdrawals: { pixel: Pixel; visitorId: string }[]
  /** Pixels whose campaign's last hit should be updated. */
  touch: Pixel[]
}

/** A connection and its database's type OID of `checked_hit`. */
export interface HitConnection {
  client: PoolClient
  hitType: number
}

/** Groups a batch by root. `isDue` says whether a campaign's last hit has to be updated again. */
export function batchByRoot(entries: readonly Entry[], isDue: (campaignId: string) => boolean): RootBatch[] {
  const batches = new Map<string, RootBatch & { touched: Set<string> }>()
  for (const entry of entries) {
    const pixel = 'hit' in entry ? entry.hit.pixel : entry.pixel
    let batch = batches.get(pixel.rootId)
    if (!batch) {
      batch = { rootId: pixel.rootId, hits: [], counts: [], withdrawals: [], touch: [], touched: new Set() }
      batches.set(pixel.rootId, batch)
    }
    if (!('hit' in entry)) {
      count(batch, pixel, entry.countAs)
      if (entry.withdrawn !== undefined && !hasFault('forget-withdrawals'))
        batch.withdrawals.push({ pixel, visitorId: entry.withdrawn })
    } else {
      batch.hits.push(entry.hit)
      if (isStrange(entry.hit) || batch.touched.has(pixel.campaignId) || !isDue(pixel.campaignId)) continue
      batch.touched.add(pixel.campaignId)
      batch.touch.push(pixel)
    }
  }
  return [...batches.values()]
}

/** A hit from another site or from no page: it proves nothing about the pixel on the campaign's own site. */
const isStrange = ({ mark }: Hit): boolean => mark === 'host' || mark === 'origin'

function count(batch: RootBatch, pixel: Pixel, reason: CountedReason): void {
  const entry = batch.counts.find((one) => one.pixel.campaignId === pixel.campaignId && one.reason === reason)
  if (entry) entry.count++
  else batch.counts.push({ pixel, reason, count: 1 })
}

/** A unique violation: a hit of the batch is stored already. */
const isRepeated = '23505'
/** For this long after a hit was sent again, batches look for every id: whoever repeats one may repeat many. */
const careful_ms = 1_000

/**
 * Stores a batch in one transaction. A hit whose id already exists is a retry and changes nothing. Returns the campaigns
 * whose last hit was updated. Rejects unless PostgreSQL confirmed the commit.
 */
type WriteBatches = (connection: HitConnection, batches: RootBatch[], now_ms: number) => Promise<string[]>

/**
 * Nearly all hits are new: a batch is inserted without looking for their ids first, which costs a sixth less. Not on a
 * cluster, where that was not measured.
 */
export function createWriteBatches(clock: Clock): WriteBatches {
  let carefulUntil_ms = -Infinity
  return async (connection, batches, now_ms) => {
    if (!isOnCluster(connection.client) && machineTime(clock) >= carefulUntil_ms) {
      try {
        return await send(connection, batches, now_ms, { name: 'new-hits', text: insertNewHits })
      } catch (error) {
        if ((error as DatabaseError).code !== isRepeated) throw error
        carefulUntil_ms = machineTime(clock) + careful_ms
      }
    }
    return send(connection, batches, now_ms, { name: 'hits', text: insertHits })
  }
}

/**
 * Sends a batch in one round trip: the connection must be pipelined, so that all statements are sent before the first
 * response.
 */
async function send(
  { client, hitType }: HitConnection,
  batches: RootBatch[],
  now_ms: number,
  insert: { name: string; text: string },
): Promise<string[]> {
  const at = dateOf(now_ms)
  // Corked, so that all statements are sent in one write.
  const { stream } = client.connection
  stream.cork()
  const running: Promise<QueryResult>[] = []
  const touches: Promise<QueryResult<{ id: string }>>[] = []
  const run = (name: string, text: string, values: unknown[]) =>
    client.query({ name: `tracking.${name}`, text, values })
  for (const [index, { rootId, hits, counts, withdrawals, touch }] of batches.entries()) {
    running.push(client.query(`${index === 0 ? begin : ''}set local app.root_id = '${rootId}'`))
    if (hits.length > 0) running.push(run(insert.name, insert.text, [encodeHits(hits, hitType), rootId, at]))
    if (counts.length > 0)
      running.push(run('counts', addToCounts, [JSON.stringify(counts.map(countRowOf)), rootId, at]))
    if (withdrawals.length > 0)
      running.push(run('withdrawals', addWithdrawals, [JSON.stringify(withdrawals.map(withdrawalOf))]))
    for (const [agencyId, ids] of idsByAgency(touch)) touches.push(run('touch', touchCampaigns, [agencyId, ids, at]))
  }
  const commit = client.query('commit')
  stream.uncork()
  try {
    const [results, { command }] = await Promise.all([Promise.all(touches), commit, ...running])
    if (command !== 'COMMIT') throw new Error('the batch was rolled back')
    return results.flatMap(({ rows }) => rows.map((row) => row.id))
  } catch (error) {
    // What is sent next depends on all answers: a statement that was not reached is not prepared.
    await Promise.allSettled([...touches, commit, ...running])
    throw error
  }
}

const countRowOf = ({ pixel, reason, count: n }: RootBatch['counts'][number]) => ({
  a: pixel.agencyId,
  c: pixel.clientId,
  g: pixel.campaignId,
  r: reason,
  n,
})

const withdrawalOf = ({ pixel, visitorId }: RootBatch['withdrawals'][number]) => ({
  rootId: pixel.rootId,
  agencyId: pixel.agencyId,
  clientId: pixel.clientId,
  visitorId,
})

function idsByAgency(pixels: readonly Pixel[]): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const { agencyId, campaignId } of pixels) ids.set(agencyId, [...(ids.get(agencyId) ?? []), campaignId])
  return ids
}

const fieldCount = 18
/** Texts of at most 2,700 characters in UTF-8, 9 hashes, and the rest. */
const maxHit_bytes = 16 * 1024

const rows = new BinaryRows(fieldCount, maxHit_bytes)

/** Hits as a parameter of the type `checked_hit[]`, whose number is `hitType`. */
function encodeHits(hits: readonly Hit[], hitType: number): Buffer {
  for (const hit of hits) {
    rows.startRow()
    rows.fields(hit.pixel.pathFields)
    rows.uuid(hit.id)
    rows.uuid(hit.visitorId)
    rows.uuid(hit.sessionId)
    rows.text(hit.kind)
    rows.text(hit.pageUrl)
    rows.text(hit.pageHost)
    rows.text(hit.title)
    rows.text(hit.referrerHost)
    rows.byteas(hit.hashes)
    rows.text(hit.eventName)
    rows.int8(hit.eventValue_cents)
    rows.text(hit.mark)
    rows.text(hit.userAgentFamily)
    rows.text(hit.company)
    rows.text(hit.consent)
    rows.endRow()
  }
  return rows.finish(hitType)
}
