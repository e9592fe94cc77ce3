import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { hasAnyMenu } from '#contract/guards/access-context.ts'
import type { readPicture } from '#contract/people/picture.ts'
import { invalid } from '#server/platform/failure.ts'
import { createFiles } from '#server/platform/files.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { isPicture, mostPixels } from '#server/platform/pictures.ts'
import type { Platform } from '#server/platform/platform.ts'

const side_px = 256
/** A picture drawn anew: a square of 256 pixels, turned upright, without anything the camera wrote into it. */
export async function redraw(bytes: Buffer): Promise<Buffer> {
  if (!isPicture(bytes)) throw invalid('picture', 'Choose a picture: PNG, JPEG or WebP.')
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
      .rotate()
      .resize(side_px, side_px, { fit: 'cover', position: 'center' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    throw invalid('picture', 'This picture cannot be read.')
  }
}

/** Keeps a picture among the platform's files and answers its key. */
export async function keepPicture(platform: Platform, image: Buffer): Promise<string> {
  const key = newId(platform.clock.now())
  await createFiles(platform.config).store(key, Readable.from([image]))
  return key
}

export const dropPicture = (platform: Platform, key: string): Promise<void> => createFiles(platform.config).remove(key)

/** Whom the caller's scope sees, theirs too; who has none answers nothing. */
export const handleReadPicture: Handler<typeof readPicture> = async ({ params }, call) => {
  const { userId, rights } = call.caller
  // Whose role has no menu sees initials of all but themselves.
  const isBare = rights?.kind === 'administrator' || rights?.kind === 'rootAdmin' ? !hasAnyMenu(rights) : false
  const isHidden = isBare && params.id !== userId
  const key = await call.inScope(async (tx) => {
    const { rows } = await tx.query<{ picture_key: string | null }>(
      'select picture_key from app_user where id = $1 and removed_at is null',
      [params.id],
    )
    return rows[0]?.picture_key ?? null
  })
  // A file that is gone leaves its owner with initials.
  const image =
    key === null || isHidden ? null : await buffer(createFiles(call.platform.config).open(key)).catch(() => null)
  return { result: 'success', data: { image: image && `data:image/webp;base64,${image.toString('base64')}` } }
}
