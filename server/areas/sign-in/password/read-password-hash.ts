import type { Platform } from '#server/platform/platform.ts'

/** The stored hash of a person's password, or null for somebody who has none yet. */
export async function readPasswordHash(platform: Platform, userId: string): Promise<string | null> {
  const { rows } = await platform.appPool.query<{ password_hash: string }>(
    'select password_hash from credential where user_id = $1',
    [userId],
  )
  return rows[0]?.password_hash ?? null
}
