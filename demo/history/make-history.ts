import { setTimeout as sleep } from 'node:timers/promises'
import type { CollectBody } from '#contract/tracking/collect-body.ts'
import { resolveAgency } from '#server/areas/leads/resolve-agency.ts'
import { makePastDays, startReplay, type Replay } from '#server/areas/tracking/replay-hits.ts'
import { createClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { VisitorHit } from '../visitors.ts'
import { readWorld, type World } from '../wide/world-size.ts'
import { agencyOf, demoId, mainAgencies } from '../world.ts'
import { earlyDays } from './plan-early.ts'
import { planHistory, type Past } from './plan-history.ts'
import { pauseDestinations, settleDeliveries } from './settle-deliveries.ts'
import { originOf } from '../origin-of.ts'
import { SmallBatch, WideBatch } from './batches.ts'

/** How many hits pass between two saves of the progress. */
const noteEvery = 50
const atOnce = 200

/** Records which past each agency gets. Call it in the transaction that creates the world. */
export async function orderHistory(tx: Tx, past: Past & { world: World }, port: number): Promise<void> {
  const insert = (agency: string, steps: number): Promise<unknown> =>
    tx.query('insert into demo_history (agency, began_at, days, steps) values ($1, $2, $3, $4)', [
      agency,
      new Date(past.began_ms),
      past.days,
      steps,
    ])
  const isSmall = past.world.size === 'small'
  for (const { name } of past.world.companies.filter(({ kind }) => kind === 'agency'))
    await insert(name, isSmall ? planHistory(name, past, port).length : estimateSteps(name, past))
  if (!isSmall) await insert(restOfWide, stepsOfRest)
}

/** The line of what follows the past of the wide world's agencies: payments, worked leads and the like. */
export const restOfWide = 'rest of the wide world'
/** As much of the progress as one agency's past. */
const stepsOfRest = 2_000

/** Whether that is still to be made. */
export const hasRest = async (platform: Platform): Promise<boolean> =>
  (await readOpen(platform)).some(({ agency }) => agency === restOfWide)

export const noteRest = (platform: Platform): Promise<unknown> =>
  platform.appPool.query('update demo_history set steps_done = steps, finished_at = $2 where agency = $1', [
    restOfWide,
    new Date(platform.clock.now()),
  ])

/** Planning all agencies takes a second that a first start does not have: each is planned, and counted, when it is made. */
function estimateSteps(agency: string, { days, world }: { days: number; world: World }): number {
  const ofAgency = world.campaigns.filter(({ client }) => agencyOf(client) === agency)
  return Math.round(days * 1.2 * ofAgency.reduce((sum, { visitors }) => sum + visitors, 0))
}

interface Line {
  agency: string
  began_at: Date
  days: number
  steps_done: number
}

const readOpen = async ({ appPool }: Platform): Promise<Line[]> => {
  const { rows } = await appPool.query<Line>(
    'select agency, began_at, days, steps_done from demo_history where finished_at is null order by agency',
  )
  return rows
}

/**
 * Generates the weeks before the demo: the program's own code takes and resolves visitors' hits one by one, on a clock
 * that walks through the past. Nothing else may resolve meanwhile, so it also resolves visits of the present that come
 * in, at the present time. Continues where an interrupted start left off; does nothing when the history is complete.
 * Makes that of the two agencies that every demo has; `makeWideHistory` makes the others'.
 */
export async function makeHistory(platform: Platform, stopping: AbortSignal): Promise<void> {
  const open = (await readOpen(platform)).filter(({ agency }) => mainAgencies.includes(agency))
  if (open.length === 0) return
  const world = await readWorld(platform)
  await makePastDays(platform, Math.max(...open.map(({ days }) => days + earlyDays(days))) + 1)
  const lanes = await Promise.allSettled(open.map((line) => new Lane(platform, world, line, stopping).run()))
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
}

/** One agency after the other, because the program's own work has begun by now. */
export async function makeWideHistory(platform: Platform, stopping: AbortSignal): Promise<void> {
  const open = (await readOpen(platform)).filter(({ agency }) => agency !== restOfWide)
  if (open.length === 0) return
  const world = await readWorld(platform)
  await makePastDays(platform, Math.max(...open.map(({ days }) => days)) + 1)
  for (const line of open) {
    if (stopping.aborted) return
    await pauseDestinations(platform, line.agency)
    await new Lane(platform, world, line, stopping).run()
  }
}

/** The ids of agencies whose history is not complete: whoever makes it resolves their present visits, too. */
export const readUnfinished = async (platform: Platform): Promise<string[]> =>
  (await readOpen(platform)).map(({ agency }) => demoId(agency))

/** How much of the history has been generated, in percent; null when complete. */
export async function readHistory({ appPool }: Platform): Promise<number | null> {
  const { rows } = await appPool.query<{ percent: number | null }>(
    `select case when bool_and(finished_at is not null) then null else 100 * sum(steps_done) / greatest(sum(steps), 1) end::int as percent
     from demo_history`,
  )
  return rows[0]?.percent ?? null
}

/** Generates one agency's past. */
class Lane {
  readonly #real: Platform
  /** The same platform with a clock set to the current time of the history. */
  readonly #past: Platform
  readonly #world: World
  readonly #line: Line
  readonly #stopping: AbortSignal
  readonly #began_ms: number
  readonly #agencyId: string
  #now_ms = 0

  constructor(platform: Platform, world: World, line: Line, stopping: AbortSignal) {
    this.#world = world
    this.#real = platform
    this.#past = { ...platform, clock: createClock(() => this.#now_ms) }
    this.#line = line
    this.#stopping = stopping
    this.#began_ms = line.began_at.getTime()
    this.#agencyId = demoId(line.agency)
  }

  async run(): Promise<void> {
    const hits = planHistory(
      this.#line.agency,
      { world: this.#world, began_ms: this.#began_ms, days: this.#line.days },
      this.#real.config.PORT,
    )
    await this.#real.appPool.query('update demo_history set steps = $2 where agency = $1', [
      this.#line.agency,
      hits.length,
    ])
    const replay = startReplay(this.#past)
    try {
      const batch = this.#world.size === 'wide' ? new WideBatch(this.#began_ms) : new SmallBatch()
      for (let at = this.#line.steps_done; at < hits.length; at++) {
        if (this.#stopping.aborted) return
        const hit = hits[at]!
        // A visit count has no id to deduplicate by: after a crash, one too few is better than one too many.
        if ('p' in hit.body || at % noteEvery === 0) await this.#note(at + ('p' in hit.body ? 1 : 0))
        if (batch.endsBefore(hit)) await this.#resolve()
        await this.#take(replay, hit)
        if (batch.endsWith(hit)) await this.#resolve()
      }
      await this.#resolve()
      await settleDeliveries(this.#real, this.#line.agency, this.#began_ms)
      await this.#note(hits.length, new Date(this.#real.clock.now()))
    } finally {
      await replay.close()
    }
  }

  async #take(replay: Replay, { at_ms, body, userAgent, address }: VisitorHit): Promise<void> {
    this.#now_ms = at_ms
    await replay.take(body as unknown as CollectBody, {
      headers: { 'user-agent': userAgent, ...originOf(body) },
      address,
    })
  }

  /** Resolves waiting hits: those of the past at their own time, those of the present at the present time. */
  async #resolve(): Promise<void> {
    for (;;) {
      const waiting = await this.#waiting()
      if (waiting.length === 0) return
      const isPast = (received_ms: number): boolean => received_ms < this.#began_ms
      const end = waiting.findIndex((received_ms) => isPast(received_ms) !== isPast(waiting[0]!))
      const count = end === -1 ? waiting.length : end
      const last_ms = waiting[count - 1]!
      this.#now_ms = last_ms + 150 + (last_ms % 700)
      const { visits } = await resolveAgency(isPast(last_ms) ? this.#past : this.#real, this.#agencyId, count)
      if (this.#stopping.aborted || (visits === waiting.length && visits < atOnce)) return
      // An open transaction holds the hits back for a moment.
      if (visits === 0) await sleep(5)
    }
  }

  /** Received times of the next hits, in the order in which they are resolved. */
  async #waiting(): Promise<number[]> {
    const { rows } = await inScope(
      this.#real.appPool,
      { kind: 'agency', rootId: demoId('Leadloom'), agencyId: this.#agencyId },
      (tx) =>
        tx.prepared<{ received_at: Date }>(
          'demo-waiting-hits',
          `select h.received_at from hit h, resolve_watermark m
            where m.agency_id = $1 and h.agency_id = $1 and (h.tx, h.id) > (m.done_tx, m.done_id)
            order by h.tx, h.id limit ${atOnce}`,
          [this.#agencyId],
        ),
      { readOnly: true },
    )
    return rows.map((row) => row.received_at.getTime())
  }

  #note(steps: number, finishedAt: Date | null = null): Promise<unknown> {
    return this.#real.appPool.query('update demo_history set steps_done = $2, finished_at = $3 where agency = $1', [
      this.#line.agency,
      steps,
      finishedAt,
    ])
  }
}
