import { z } from 'zod'
import type { Cause } from '#contract/integrations/causes.ts'
import { accountKind } from '#contract/integrations/services.ts'
import { readRoots } from '#server/areas/branding/read-roots.ts'
import { dateOf, machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { choicesOfLead, isInOtherAccount } from '../connections/former-choices.ts'
import { saveState, sharedWithNobody } from '../connections/save-state.ts'
import { openSession } from '../connections/open-session.ts'
import type { Answer } from '../connectors/connector.ts'
import { ServiceFailed } from '../connectors/service.ts'
import { serviceOf } from '../connectors/services.ts'
import { sendRemoval } from '../connectors/webhook/webhook.ts'
import { nextPause_ms } from '../deliveries/schedule.ts'
import { contextOf, takeBackJobName } from './queue-take-back.ts'
import { claimTurn, findWaiting, releaseReceipts, type Due, type Waiting } from './claim-turn.ts'

const sideBySide = 8
/** Destinations that used up a turn get at most this many of the slots. */
const slowSideBySide = sideBySide / 2
/** A destination's turn, after which waiting destinations come first. */
const turn_ms = 20_000
/** A run starts no turn after this time; the next run, every five minutes, continues. */
const run_ms = 240_000

const patience_ms = 10_000

type Ended =
  | { status: 'done' | 'manual' }
  /**
   * `isOwn`: the destination responds, but this person has to be removed again. `isOver`: it is gone for good, so
   * retrying is pointless.
   */
  | { status: 'waiting'; cause: Cause | null; postponed: boolean; isOwn?: true; isOver?: boolean }

/** Tells each destination, with retries over hours; what can't be delivered in the end has to be done by hand. */
export const takeBackJob: Job = {
  name: takeBackJobName,
  everyMinutes: 5,
  async run(platform, payload) {
    const task = z.object({ rootId: z.uuid() }).safeParse(payload)
    const roots = task.success ? [task.data.rootId] : await readRoots(platform)
    for (const rootId of roots) await runTurns(platform, rootId)
  },
}

/** Destinations in progress, and those that are not asked again. */
interface Slots {
  /** By destination. */
  running: Map<string, Promise<void>>
  slow: Set<string>
  /**
   * Held by another run, or their response couldn't be stored, so a retry right now would repeat the call. A request that arrives
   * meanwhile starts its own run.
   */
  over: Set<string>
}

/**
 * Gives every destination with due receipts a turn, several in parallel, until nothing is due. No one waits for a slow
 * destination: the next free slot goes to one that waits.
 */
async function runTurns(platform: Platform, rootId: string): Promise<void> {
  const slots: Slots = { running: new Map(), slow: new Set(), over: new Set() }
  const until_ms = machineTime(platform.clock) + run_ms
  while (machineTime(platform.clock) < until_ms) {
    const waiting = await findNext(platform, rootId, slots)
    if (waiting.length === 0 && slots.running.size === 0) return
    for (const one of waiting) {
      if (slots.running.size === sideBySide) await Promise.race(slots.running.values())
      const { destinationId } = one
      const turn = giveTurn(platform, rootId, one, slots).finally(() => slots.running.delete(destinationId))
      slots.running.set(destinationId, turn)
    }
    await Promise.race(slots.running.values())
  }
  await Promise.all(slots.running.values())
}

/** The next destinations that may get a slot. */
async function findNext(platform: Platform, rootId: string, { running, slow, over }: Slots): Promise<Waiting[]> {
  const slowRunning = [...running.keys()].filter((id) => slow.has(id)).length
  const excludedIds = [...running.keys(), ...over, ...(slowRunning < slowSideBySide ? [] : slow)]
  return inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
    findWaiting(tx, rootId, excludedIds, platform.clock.now()),
  )
}

async function giveTurn(platform: Platform, rootId: string, waiting: Waiting, slots: Slots): Promise<void> {
  const failures = await settleEach(platform, 'a destination’s response could not be stored', [waiting], async () => {
    const queue = await claimTurn(platform, rootId, waiting)
    if (queue.length === 0) slots.over.add(waiting.destinationId)
    else if (!(await notifyDestinations(platform, rootId, queue))) slots.slow.add(waiting.destinationId)
  })
  if (failures > 0) slots.over.add(waiting.destinationId)
}

/**
 * After a failure, the rest of the queue isn't sent in this turn and gets the same outcome. Returns whether the queue
 * was finished before the turn ended.
 */
async function notifyDestinations(platform: Platform, rootId: string, queue: readonly Due[]): Promise<boolean> {
  let failure: Ended | null = null
  const imports: ImportState = { state: queue[0]!.state }
  const until_ms = machineTime(platform.clock) + turn_ms
  for (const [index, row] of queue.entries()) {
    if (failure === null && machineTime(platform.clock) > until_ms) {
      await releaseReceipts(platform, rootId, queue.slice(index))
      return false
    }
    const outcome: Ended = failure ?? (await notifyDestination(platform, rootId, row, imports))
    if (outcome.status === 'waiting' && !outcome.isOwn) failure = { ...outcome, postponed: !outcome.isOver }
    await keep(platform, rootId, row, outcome)
  }
  return true
}

/** A connector's state of a destination, including changes of this turn. */
interface ImportState {
  state: Readonly<Record<string, unknown>>
}

async function notifyDestination(platform: Platform, rootId: string, row: Due, imports: ImportState): Promise<Ended> {
  const { agencyId, destinationId, leadId } = row
  try {
    const person: unknown = JSON.parse(platform.secrets.open(row.person, contextOf(agencyId, row.id)))
    const { email } = z.object({ email: z.string() }).parse(person)
    if (row.kind === 'email') return { status: 'manual' }
    // Nothing shows that what we reach is still where the lead was sent, but it may be: it is asked anyway.
    const success = isInOtherAccount(row.state, leadId) ? 'manual' : 'done'
    if (row.kind === 'webhook') {
      if (row.url === null || row.secretSealed === null) return { status: 'manual' }
      const answer = await sendRemoval(
        platform,
        { agencyId, destinationId, url: row.url, secretSealed: row.secretSealed },
        leadId,
        row.askedAt,
      )
      return answer.delivered ? { status: success } : refusedBy(answer)
    }
    if (row.connectionId === null) return { status: 'manual' }
    const service = serviceOf(accountKind.parse(row.kind))
    // Asked for no address, such a service finds nobody, or everybody.
    if (service.overwrites && email === '') return { status: 'manual' }
    const session = await openSession(platform, { rootId, agencyId, id: row.connectionId }, patience_ms)
    const status = await service.takeBack(
      session,
      { leadId, email },
      {
        details: choicesOfLead(row.details, row.state, leadId),
        state: imports.state,
        saveState: async (state) => {
          await saveState(platform, { rootId, agencyId, destinationId }, state)
          imports.state = { ...imports.state, ...state }
        },
        campaignName: '',
        ...sharedWithNobody,
      },
    )
    if (status === 'again') return { status: 'waiting', cause: 'accepted', postponed: true, isOwn: true }
    return { status: status === 'done' ? success : status }
  } catch (error) {
    if (!(error instanceof ServiceFailed)) {
      platform.log.error({ err: error }, 'a person could not be removed from a destination')
      return { status: 'waiting', cause: 'internal', postponed: false }
    }
    return refusedBy(error.answer)
  }
}

const refusedBy = ({ cause, postponed_ms = 0 }: Answer): Ended => ({
  status: 'waiting',
  cause,
  postponed: postponed_ms > 0,
  isOver: cause === 'gone',
})

/** Stores the outcome and erases the person once settled. A run that lost its claim stores nothing. */
async function keep(platform: Platform, rootId: string, row: Due, outcome: Ended): Promise<void> {
  const { agencyId, id, attempts, leasedUntil } = row
  const now_ms = platform.clock.now()
  const tries = outcome.status === 'waiting' && outcome.postponed ? attempts : attempts + 1
  const pause_ms = outcome.status === 'waiting' && !outcome.isOver ? nextPause_ms(Math.max(1, tries), 0.5) : null
  const status = outcome.status === 'waiting' && pause_ms === null ? 'manual' : outcome.status
  await inScope(platform.appPool, { kind: 'root', rootId }, (tx) =>
    tx.query(
      `update take_back set status = $3, cause = $4, attempts = $5, next_attempt_at = $6, done_at = $7, leased_until = null,
         manual_at = $9, person_sealed = case when $3 = 'waiting' then person_sealed end
       where agency_id = $1 and id = $2 and leased_until = $8`,
      [
        agencyId,
        id,
        status,
        outcome.status === 'waiting' ? outcome.cause : null,
        tries,
        pause_ms === null ? null : dateOf(now_ms + pause_ms),
        status === 'done' ? dateOf(now_ms) : null,
        leasedUntil,
        status === 'manual' ? dateOf(now_ms) : null,
      ],
    ),
  )
}
