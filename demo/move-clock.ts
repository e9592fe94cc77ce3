import { createPartitionsAround } from '#server/areas/tracking/maintain-partitions.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Platform } from '#server/platform/platform.ts'
import { signal } from '#server/platform/signals.ts'

const day_ms = 86_400_000

/** Sets the demo's clock this many days ahead of the machine's, for every process, including after restarts. */
export async function moveClock(platform: Platform, daysAhead: number): Promise<void> {
  const offset_ms = Math.round(daysAhead * day_ms)
  // Create partitions first, so that not even the first hit on the new day has to wait for one.
  await createPartitionsAround(platform.ownerPool, machineTime(platform.clock) + offset_ms)
  await inScope(platform.appPool, { kind: 'none' }, async (tx) => {
    await tx.query('update clock_offset set offset_ms = $1', [offset_ms])
    await signal(tx, { kind: 'clock', offset_ms })
  })
  platform.clock.setOffset(offset_ms)
}

export const daysAhead = (platform: Platform): number => platform.clock.offset() / day_ms
