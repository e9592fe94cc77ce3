import { inScope } from '#server/platform/database/scope.ts'
import { leadCounter, visitCounter } from '#server/platform/counters.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sweepForWork } from '#server/platform/sweep.ts'
import { resolveAgency, type Resolved } from './resolve-agency.ts'
import { Turns } from './turns.ts'

/**
 * The agencies with hits after their watermark. Creates missing watermarks for agencies that have a pixel. Queries root by
 * root, because row-level security only shows hits within a scope.
 */
async function findAgenciesWithHits(platform: Platform): Promise<string[]> {
  const roots = await readRoots(platform)
  const agencies = await Promise.all(roots.map((rootId) => findOfRoot(platform, rootId)))
  return agencies.flat()
}

const readRoots = (platform: Platform): Promise<string[]> =>
  inScope(platform.appPool, { kind: 'none' }, async (tx) => {
    await tx.query(
      `insert into resolve_watermark (agency_id, root_id)
       select distinct agency_id, root_id from pixel
       on conflict (agency_id) do nothing`,
    )
    const { rows } = await tx.query<{ root_id: string }>('select distinct root_id from resolve_watermark')
    return rows.map((row) => row.root_id)
  })

async function findOfRoot(platform: Platform, rootId: string): Promise<string[]> {
  const { rows } = await inScope(
    platform.appPool,
    { kind: 'root', rootId },
    (tx) =>
      tx.query<{ agency_id: string }>(
        `select m.agency_id from resolve_watermark m
          where m.root_id = $1 and exists (
            select from hit h where h.agency_id = m.agency_id and (h.tx, h.id) > (m.done_tx, m.done_id))`,
        [rootId],
      ),
    { readOnly: true },
  )
  return rows.map((row) => row.agency_id)
}

/** How many agencies are resolved at once: one more than most machines have idle cores, since a lane also waits for disks. */
export const lanes = 3
/** Retry delays for hits held back by a running transaction: soon at first, since most are short, then less often. */
const heldBack = { first_ms: 20, longest_ms: 500 }
const failurePause = { first_ms: 500, longest_ms: 30_000 }

export interface Resolving {
  /** Stops starting batches and waits for the running ones. */
  stop(): Promise<void>
}

/** The work per agency; replaced in tests. */
export type ResolveNext = (agencyId: string) => Promise<Resolved>

/**
 * Resolves hits until stopped. Signals wake it immediately; sweeps find the hits of which none told.
 * Agencies take turns batch by batch. A failing one is retried with growing delays and doesn't block others. Can run in any
 * number of processes.
 *
 * @param sweepEvery_ms the longest time between two sweeps; replaced in tests.
 */
export function startResolving(
  platform: Platform,
  resolve: ResolveNext = (id) => resolveAgency(platform, id),
  sweepEvery_ms?: number,
): Resolving {
  const pauses = new Map<string, number>()
  const turns = new Turns(lanes, async (id) => {
    try {
      const { visits, leads, more } = await resolve(id)
      visitCounter.inc(visits)
      leadCounter.inc(leads)
      if (more && visits === 0) return nextPause(pauses, id, heldBack)
      pauses.delete(id)
      return more ? 'now' : null
    } catch (error) {
      platform.log.error({ err: error, agencyId: id }, "an agency's hits could not be resolved")
      return nextPause(pauses, id, failurePause)
    }
  })
  const sweeps = sweepForWork(
    platform,
    'agencies with hits could not be looked up',
    async () => turns.add(await findAgenciesWithHits(platform)),
    sweepEvery_ms,
  )
  const stopHearing = platform.signals.on('hits', ({ agencyIds }) => turns.add(agencyIds))
  return {
    async stop() {
      sweeps.stop()
      stopHearing()
      await turns.stop()
    },
  }
}

/** Doubles the previous delay, within bounds. */
function nextPause(
  pauses: Map<string, number>,
  id: string,
  { first_ms, longest_ms }: { first_ms: number; longest_ms: number },
): number {
  const before_ms = pauses.get(id)
  const pause_ms = before_ms === undefined ? first_ms : Math.min(longest_ms, Math.max(first_ms, before_ms * 2))
  pauses.set(id, pause_ms)
  return pause_ms
}
