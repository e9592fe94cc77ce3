import { setTimeout as sleep } from 'node:timers/promises'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Book } from './book.ts'
import { lockClaims } from './claim-due.ts'

const busy = 'Leads are being written to it. Try again in a minute.'
/** Longer than the work under a hold, yet short, so that a process that dies doesn't block others for long. */
const hold_ms = 60_000
/** Attempts rarely take longer. */
const patience_ms = 12_000
const betweenLooks_ms = 100

interface DestinationIds extends Book {
  destinationId: string
}

/**
 * Runs `work` while nothing is sent to a destination, in any process. `work` must end the hold in its last transaction
 * (`endHold`); if it fails, it is ended here. Throws `conflict` if an attempt in progress takes too long.
 */
export async function whileHeld<T>(
  platform: Platform,
  destination: DestinationIds,
  work: () => Promise<T>,
  longest_ms = patience_ms,
): Promise<T> {
  await beginHold(platform, destination)
  try {
    for (let left_ms = longest_ms; await isInProgress(platform, destination); left_ms -= betweenLooks_ms) {
      if (left_ms <= 0) throw new Failure('conflict', { message: busy })
      await sleep(betweenLooks_ms)
    }
    return await work()
  } catch (error) {
    await inRoot(platform, destination, (tx) => tx.query(endHold, [destination.agencyId, destination.destinationId]))
    throw error
  }
}

export const endHold = 'update destination set held_until = null where agency_id = $1 and id = $2'

const inRoot = <T>(platform: Platform, { rootId }: DestinationIds, run: Parameters<typeof inScope<T>>[2]): Promise<T> =>
  inScope(platform.appPool, { kind: 'root', rootId }, run)

/** Uses the claims' lock: earlier claims are visible afterwards, and later claims see the hold. */
const beginHold = (platform: Platform, destination: DestinationIds): Promise<void> =>
  inRoot(platform, destination, async (tx) => {
    await lockClaims(tx, destination.rootId)
    const now_ms = platform.clock.now()
    const { rowCount } = await tx.query(
      `update destination set held_until = $3
        where agency_id = $1 and id = $2 and (held_until is null or held_until <= $4)`,
      [destination.agencyId, destination.destinationId, dateOf(now_ms + hold_ms), dateOf(now_ms)],
    )
    if (rowCount === 0) throw new Failure('conflict', { message: busy })
  })

const isInProgress = (platform: Platform, destination: DestinationIds): Promise<boolean> =>
  inRoot(platform, destination, async (tx) => {
    const { rows } = await tx.query(
      `select from delivery
        where root_id = $1 and agency_id = $2 and destination_id = $3 and leased_until is not null and leased_until > $4
        limit 1`,
      [destination.rootId, destination.agencyId, destination.destinationId, dateOf(platform.clock.now())],
    )
    return rows.length > 0
  })
