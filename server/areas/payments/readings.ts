import type { Platform } from '#server/platform/platform.ts'

/**
 * The number of a reading, taken before a gateway is asked where something stands. Whoever keeps the answer leaves what a later
 * reading has kept: answers overtake one another, and events, jobs and people ask at the same moment (decision 141).
 */
export async function beginReading({ appPool }: Pick<Platform, 'appPool'>): Promise<number> {
  const { rows } = await appPool.query<{ reading: number }>(`select nextval('reading_order') as reading`)
  return rows[0]!.reading
}
