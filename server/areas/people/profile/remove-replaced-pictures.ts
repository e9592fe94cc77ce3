import { readRoots } from '#server/areas/branding/read-roots.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { removeOrphans } from '#server/platform/remove-orphans.ts'
import { picturePrefix } from './picture.ts'

/** Deletes pictures that were replaced or never saved: files that remain if a process dies between file and row. */
export const removeReplacedPictures = async (platform: Platform): Promise<void> =>
  removeOrphans(platform, { prefix: picturePrefix, rootIds: await readRoots(platform) }, findNamed)

async function findNamed(tx: Tx, rootId: string, keys: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ key: string }>(
    'select picture_key as key from app_user where root_id = $1 and picture_key = any ($2)',
    [rootId, keys],
  )
  return rows.map(({ key }) => key)
}
