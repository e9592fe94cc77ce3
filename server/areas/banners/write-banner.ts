import { maxVersions } from '#contract/banners/banners.ts'
import { picturesOf, type Drawing } from '#contract/banners/drawing.ts'
import type { BannerSize } from '#contract/banners/sizes.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { BannerOwner } from './banner-owner.ts'

export interface NewBanner {
  name: string
  size: BannerSize
  drawing: Drawing
  clickUrl?: string
}

/** Adds a banner with its first version. Returns its id. */
export async function insertBanner(
  tx: Tx,
  call: SignedInCall,
  owner: BannerOwner,
  { name, size, drawing, clickUrl = '' }: NewBanner,
): Promise<string> {
  const now_ms = call.platform.clock.now()
  const id = newId(now_ms)
  await tx.query(
    `insert into banner (agency_id, id, root_id, client_id, company_id, name, size, click_url, drawing, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    [
      owner.agencyId,
      id,
      owner.rootId,
      owner.clientId,
      owner.companyId,
      name,
      size,
      clickUrl,
      JSON.stringify(drawing),
      dateOf(now_ms),
    ],
  )
  await storeVersion(tx, call, owner, { id, version: 1, drawing })
  return id
}

/** Stores a version that can be restored, and drops the oldest if there are too many. */
export async function storeVersion(
  tx: Tx,
  { caller, platform }: SignedInCall,
  owner: Pick<BannerOwner, 'rootId' | 'agencyId' | 'clientId'>,
  { id, version, drawing }: { id: string; version: number; drawing: Drawing },
): Promise<void> {
  await tx.query(
    `insert into banner_version (agency_id, banner_id, version, root_id, client_id, drawing, saved_by, saved_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      owner.agencyId,
      id,
      version,
      owner.rootId,
      owner.clientId,
      JSON.stringify(drawing),
      caller.userId,
      dateOf(platform.clock.now()),
    ],
  )
  await tx.query('delete from banner_version where agency_id = $1 and banner_id = $2 and version <= $3', [
    owner.agencyId,
    id,
    version - maxVersions,
  ])
}

/** Element ids must be unique, and pictures must belong to the drawing's agency: another's look absent. */
export async function assertDrawing(tx: Tx, agencyId: string, drawing: Drawing): Promise<void> {
  if (new Set(drawing.elements.map((one) => one.id)).size < drawing.elements.length)
    throw invalid('drawing.elements', 'Two elements have the same id.')
  const ids = picturesOf(drawing)
  if (!(await arePictures(tx, agencyId, ids))) throw invalid('drawing', 'An image in this banner no longer exists.')
}

/** Whether all of them exist; if so they are locked until the transaction ends. */
export async function arePictures(tx: Tx, agencyId: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  await lockPictures(tx, agencyId, 'stay')
  const { rows } = await tx.query<{ found: number }>(
    'select count(*)::int as found from banner_picture where agency_id = $1 and id = any($2::uuid[])',
    [agencyId, plainArray(ids)],
  )
  return rows[0]!.found === ids.length
}

/** Serializes use and removal of an agency's pictures. */
export async function lockPictures(tx: Tx, agencyId: string, until: 'stay' | 'remove'): Promise<void> {
  const lock = until === 'stay' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await tx.query(`select ${lock}(hashtextextended('banner pictures ' || $1, 0))`, [agencyId])
}
