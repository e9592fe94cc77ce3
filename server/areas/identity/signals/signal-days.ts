import { dropOldPartitions, ensureDayPartitions } from '#server/platform/database/partitions.ts'
import type { Platform } from '#server/platform/platform.ts'

const day_ms = 86_400_000

/** The longest window in which searches count, and how long they are kept, in days. */
export const signalDays = 30

/** Creates the day partitions for signals: those within the window, today and the next days. */
export async function makeSignalDays({
  identityOwnerPool,
  clock,
}: Pick<Platform, 'identityOwnerPool' | 'clock'>): Promise<void> {
  await ensureDayPartitions(identityOwnerPool, 'signal', clock.now(), { daysBack: signalDays, daysAhead: 2 })
}

/** Drops expired day partitions and the lists built from them. */
export async function dropOldSignals({
  identityOwnerPool,
  identityPool,
  clock,
}: Pick<Platform, 'identityOwnerPool' | 'identityPool' | 'clock'>): Promise<void> {
  const now_ms = clock.now()
  await dropOldPartitions(identityOwnerPool, 'signal', now_ms, { retention_days: signalDays })
  await identityPool.query('delete from searchers_of_day where day < $1', [Math.floor(now_ms / day_ms) - signalDays])
}
