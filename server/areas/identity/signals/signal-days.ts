import { dropOldPartitions, ensureDayPartitions } from '#server/platform/database/partitions.ts'
import type { Platform } from '#server/platform/platform.ts'

const day_ms = 86_400_000

/** The longest window in which searches count, and so for how long they are kept. */
export const signalDays = 30

/** Makes the days that signals may be of: those that still count, today and tomorrow. */
export async function makeSignalDays({ ownerPool, clock }: Pick<Platform, 'ownerPool' | 'clock'>): Promise<void> {
  await ensureDayPartitions(ownerPool, 'signal', clock.now(), { daysBack: signalDays, daysAhead: 2 })
}

/** Drops the days that have served their time, and the lists that are made of them. */
export async function dropOldSignals({
  ownerPool,
  identityPool,
  clock,
}: Pick<Platform, 'ownerPool' | 'identityPool' | 'clock'>): Promise<void> {
  const now_ms = clock.now()
  await dropOldPartitions(ownerPool, 'signal', now_ms, { keepDays: signalDays })
  await identityPool.query('delete from searchers_of_day where day < $1', [Math.floor(now_ms / day_ms) - signalDays])
}
