import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import sharp from 'sharp'
import {
  largestPicture_bytes,
  maxPictures,
  type readBannerPicture,
  type uploadBannerPicture,
} from '#contract/banners/banners.ts'
import { dateOf } from '#server/platform/clock.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Handler, SignedInHttpCall } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { decodeInTurn, isPicture, maxPixels } from '#server/platform/pictures.ts'
import { bannerOwnerOf } from './banner-owner.ts'

const longestSide_px = 2_000

interface Drawn {
  image: Buffer
  width: number
  height: number
}

export const handleUploadPicture: Handler<typeof uploadBannerPicture> = async (_input, call) => {
  const { image, width, height } = await redraw(call.caller.companyId, await receive(call))
  const { agencyId, rootId, clientId, companyId } = bannerOwnerOf(call.object!)
  const now_ms = call.platform.clock.now()
  const id = newId(now_ms)
  return call.inScope(async (tx) => {
    // Callers of several companies may upload to the same one: the second counts the first one's picture.
    await tx.query("select pg_advisory_xact_lock(hashtextextended('banner picture of ' || $1, 0))", [companyId])
    const { rows } = await tx.query<{ kept: number }>(
      'select count(*)::int as kept from banner_picture where agency_id = $1 and company_id = $2',
      [agencyId, companyId],
    )
    if (rows[0]!.kept >= maxPictures)
      throw new Failure('conflict', {
        field: 'picture',
        message: 'This company already has 200 images. Remove one first.',
      })
    await tx.query(
      `insert into banner_picture (agency_id, id, root_id, client_id, company_id, width, height, image, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [agencyId, id, rootId, clientId, companyId, width, height, image, dateOf(now_ms)],
    )
    return { result: 'success', message: 'Data has been added successfully', data: { id, width, height } }
  })
}

async function receive(call: SignedInHttpCall): Promise<Buffer> {
  let bytes: Buffer | null = null
  for await (const part of call.parts!()) {
    if (!('stream' in part) || part.field !== 'picture') {
      if ('stream' in part) part.stream.resume()
      throw invalid(part.field, 'The upload has no such field.')
    }
    bytes = await buffer(bounded(part.stream))
  }
  if (!bytes) throw invalid('picture', 'Choose a PNG, JPEG or WebP image.')
  return bytes
}

/** Stops reading a file that is too large, and drains the rest of the body. */
async function* bounded(stream: Readable): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= largestPicture_bytes) yield chunk
  }
  if (bytes > largestPicture_bytes) throw new Failure('too_large', { field: 'picture' })
}

/** Reads only the file's header: a few bytes may claim to unpack to a billion pixels. */
async function assertUnpackable(bytes: Buffer): Promise<void> {
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!head) throw unreadable()
  if (head.width * head.height > maxPixels) throw invalid('picture', 'This image has more than 50 million pixels.')
}

const unreadable = (): Failure => invalid('picture', 'This image can’t be read.')

/** Re-encodes a picture of limited size: no metadata from a camera or from anybody else remains in the file. */
async function redraw(companyId: string, bytes: Buffer): Promise<Drawn> {
  if (!isPicture(bytes)) throw invalid('picture', 'Choose a PNG, JPEG or WebP image.')
  await assertUnpackable(bytes)
  try {
    const { data, info } = await decodeInTurn(companyId, () =>
      sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
        .rotate()
        .resize(longestSide_px, longestSide_px, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 86 })
        .toBuffer({ resolveWithObject: true }),
    )
    return { image: data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw unreadable()
  }
}

export const handleReadPicture: Handler<typeof readBannerPicture> = ({ params }, call) =>
  call.inScope(async (tx) => {
    const { rows } = await tx.query<Drawn>(
      'select image, width, height from banner_picture where agency_id = $1 and id = $2',
      [bannerOwnerOf(call.object!).agencyId, params.id],
    )
    const { image, width, height } = rows[0]!
    const url = `data:image/webp;base64,${image.toString('base64')}`
    return { result: 'success', data: { id: params.id, width, height, image: url } }
  })
