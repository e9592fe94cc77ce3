import { dropOldPartitions, ensureDayPartitions } from '#server/platform/database/partitions.ts'
import type { Platform } from '#server/platform/platform.ts'

/** The longest window in which searches count, and so for how long they are kept. */
export const signalDays = 30

/** Makes the days that signals may be of: those that still count, today and tomorrow. */
export async function makeSignalDays({ ownerPool, clock }: Pick<Platform, 'ownerPool' | 'clock'>): Promise<void> {
  await ensureDayPartitions(ownerPool, 'signal', clock.now(), { daysBack: signalDays, daysAhead: 2 })
}

/** Drops the days that have served their time. */
export async function dropOldSignals({ ownerPool, clock }: Pick<Platform, 'ownerPool' | 'clock'>): Promise<void> {
  await dropOldPartitions(ownerPool, 'signal', clock.now(), { keepDays: signalDays })
}
