import type { Platform } from '#server/platform/platform.ts'

/**
 * A sequence number taken before a gateway is asked for a status. The answer is stored only if no later reading has
 * been: responses overtake each other, and events, jobs and people ask at the same time (decision 141).
 */
export async function beginReading({ appPool }: Pick<Platform, 'appPool'>): Promise<number> {
  const { rows } = await appPool.query<{ reading: number }>(`select nextval('reading_order') as reading`)
  return rows[0]!.reading
}
