import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { hasAnyMenu } from '#contract/guards/access-context.ts'
import type { readPicture } from '#contract/people/picture.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import { createFiles } from '#server/platform/files.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { decodeInTurn, isPicture, maxPixels } from '#server/platform/pictures.ts'
import type { Platform } from '#server/platform/platform.ts'

const side_px = 256
/** The picture, re-encoded: a square of 256 pixels, upright, without the camera's metadata. */
export async function redraw(companyId: string, bytes: Buffer): Promise<Buffer> {
  if (!isPicture(bytes)) throw invalid('picture', 'Choose a PNG, JPEG or WebP image.')
  try {
    return await decodeInTurn(companyId, () =>
      sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
        .rotate()
        .resize(side_px, side_px, { fit: 'cover', position: 'center' })
        .webp({ quality: 82 })
        .toBuffer(),
    )
  } catch (error) {
    if (error instanceof Failure) throw error
    throw invalid('picture', 'This image can’t be read.')
  }
}

/** Of all files of pictures, so that those that no row names are found. */
export const picturePrefix = 'picture-'

/** Stores a picture in the platform's files and returns its key. */
export async function storePicture(platform: Platform, image: Buffer): Promise<string> {
  const key = `${picturePrefix}${newId(platform.clock.now())}`
  await createFiles(platform.config).store(key, Readable.from([image]))
  return key
}

/** Deletes a picture that no row names any more; if that fails, the log names the file that remains. */
export const removePicture = (platform: Platform, key: string): Promise<void> =>
  createFiles(platform.config)
    .remove(key)
    .catch((error: unknown) => platform.log.warn({ err: error, key }, 'a replaced picture could not be deleted'))

/** The previous picture's file is deleted once the change is committed. */
export async function replacePicture(tx: Tx, platform: Platform, userId: string, key: string | null): Promise<void> {
  const { rows } = await tx.query<{ picture_key: string | null }>(
    'select picture_key from app_user where id = $1 for update',
    [userId],
  )
  await tx.query('update app_user set picture_key = $2 where id = $1', [userId, key])
  const before = rows[0]?.picture_key
  if (before) tx.afterCommit(() => void removePicture(platform, before))
}

/** The picture of anybody visible in the caller's scope; nothing for people without one. */
export const handleReadPicture: Handler<typeof readPicture> = async ({ params }, call) => {
  const { userId, rights } = call.caller
  // People whose role has no menu see initials for everybody but themselves.
  const isBare = rights?.kind === 'administrator' || rights?.kind === 'rootAdmin' ? !hasAnyMenu(rights) : false
  const isHidden = isBare && params.id !== userId
  const key = await call.inScope(async (tx) => {
    const { rows } = await tx.query<{ picture_key: string | null }>(
      'select picture_key from app_user where id = $1 and removed_at is null',
      [params.id],
    )
    return rows[0]?.picture_key ?? null
  })
  // If the file is gone, the owner's initials are shown.
  const image =
    key === null || isHidden ? null : await buffer(createFiles(call.platform.config).open(key)).catch(() => null)
  return { result: 'success', data: { image: image && `data:image/webp;base64,${image.toString('base64')}` } }
}
