import type {
  archiveBanner,
  copyBanner,
  getBanner,
  listBannerVersions,
  restoreBanner,
  saveBanner,
  showBanners,
  startBannerCreate,
} from '#contract/banners/banners.ts'
import { fitDrawing, type Drawing } from '#contract/banners/drawing.ts'
import { drawTemplate } from '#contract/banners/templates.ts'
import { toPage } from '#contract/core/page.ts'
import type { BodyOf } from '#contract/core/operation.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { readKit, nameOfCompany } from './brand-kit.ts'
import { bannerOwnerOf } from './banner-owner.ts'
import { bannerColumns, presentBanner, presentRow, readBanner, type StoredBanner } from './read-banner.ts'
import { assertDrawing, insertBanner, storeVersion } from './write-banner.ts'

const addedMessage = 'Data has been added successfully'
const updatedMessage = 'Data has been updated successfully'

export const handleShow: Handler<typeof showBanners> = ({ body }, call) => {
  const { agencyId, clientId } = bannerOwnerOf(call.object!)
  const { page, perPage } = body
  const from = `from banner join company on company.id = banner.company_id and company.removed_at is null
    where banner.agency_id = $1 and ($2::uuid is null or banner.client_id = $2)
      and (banner.archived_at is not null) = $3`
  const values = [agencyId, clientId, body.status === 'archived']
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<StoredBanner>(
      `select ${bannerColumns} ${from} order by banner.updated_at desc, banner.id desc
        limit ${perPage} offset ${(page - 1) * perPage}`,
      values,
    )
    const counts = await tx.query<{ total: number }>(`select count(*)::int as total ${from}`, values)
    return toPage(rows.map(presentRow), page, perPage, counts.rows[0]!.total)
  })
}

export const handleStart: Handler<typeof startBannerCreate> = ({ body }, call) =>
  call.inScope(async (tx) => {
    const owner = bannerOwnerOf(call.object!)
    const kit = await readKit(tx, owner)
    const look = { name: await nameOfCompany(tx, owner), colors: kit.colors, font: kit.font, logoId: kit.logo_id }
    const drawing = drawTemplate(body.template, body.size, look)
    const id = await insertBanner(tx, call, owner, { name: body.name, size: body.size, drawing })
    return { result: 'success', message: addedMessage, data: presentBanner(await readBanner(tx, owner.agencyId, id)) }
  })

export const handleGet: Handler<typeof getBanner> = ({ params }, call) =>
  call.inScope(async (tx) => ({
    result: 'success',
    data: presentBanner(await readBanner(tx, bannerOwnerOf(call.object!).agencyId, params.id)),
  }))

export const handleSave: Handler<typeof saveBanner> = ({ params, body }, call) =>
  call.inScope(async (tx) => {
    const owner = bannerOwnerOf(call.object!)
    const banner = await readBanner(tx, owner.agencyId, params.id, { forUpdate: true })
    if (banner.version !== body.version) throw await overtaken(tx, owner.agencyId, banner, body)
    await assertDrawing(tx, owner.agencyId, body.drawing)
    const version = banner.version + 1
    await tx.query(
      `update banner set name = $3, click_url = $4, drawing = $5, version = $6, updated_at = $7
        where agency_id = $1 and id = $2`,
      [
        owner.agencyId,
        params.id,
        body.name,
        body.click_url,
        JSON.stringify(body.drawing),
        version,
        dateOf(call.platform.clock.now()),
      ],
    )
    await storeVersion(tx, call, owner, { id: params.id, version, drawing: body.drawing })
    return {
      result: 'success',
      message: updatedMessage,
      data: presentBanner(await readBanner(tx, owner.agencyId, params.id)),
    }
  })

/**
 * The refusal of a save that is based on an earlier version: who has saved since, and what differs from what was sent. The
 * name and the address have no versions, so those are compared as they are.
 */
async function overtaken(
  tx: Tx,
  agencyId: string,
  banner: StoredBanner,
  body: Pick<BodyOf<typeof saveBanner>, 'name' | 'click_url' | 'version'>,
): Promise<Failure> {
  const { rows } = await tx.query<{ name: string | null }>(
    `select app_user.full_name as name from banner_version version left join app_user on app_user.id = version.saved_by
      where version.agency_id = $1 and version.banner_id = $2 and version.version > $3 order by version.version`,
    [agencyId, banner.id, body.version],
  )
  const names = rows.flatMap(({ name }) => name || []).toReversed()
  return new Failure('conflict', {
    field: 'version',
    change: {
      current: banner.version,
      changed_at: banner.updatedAt.toISOString(),
      changed_by: [...new Set(names)].toReversed(),
      changed_fields: [
        'drawing',
        ...(banner.name === body.name ? [] : ['name']),
        ...(banner.clickUrl === body.click_url ? [] : ['click_url']),
      ],
    },
  })
}

export const handleCopy: Handler<typeof copyBanner> = ({ params, body }, call) =>
  call.inScope(async (tx) => {
    const owner = bannerOwnerOf(call.object!)
    const source = await readBanner(tx, owner.agencyId, params.id)
    const drawing = source.size === body.size ? source.drawing : fitDrawing(source.drawing, source.size, body.size)
    const { clickUrl } = source
    const id = await insertBanner(tx, call, owner, { name: body.name, size: body.size, drawing, clickUrl })
    return { result: 'success', message: addedMessage, data: presentBanner(await readBanner(tx, owner.agencyId, id)) }
  })

export const handleArchive: Handler<typeof archiveBanner> = ({ params, body }, call) =>
  call.inScope(async (tx) => {
    const isArchived = body.archived
    await tx.query('update banner set archived_at = $3 where agency_id = $1 and id = $2', [
      bannerOwnerOf(call.object!).agencyId,
      params.id,
      isArchived ? dateOf(call.platform.clock.now()) : null,
    ])
    return { result: 'success', message: isArchived ? 'The banner was archived.' : 'The banner was unarchived.' }
  })

export const handleVersions: Handler<typeof listBannerVersions> = ({ params }, call) =>
  call.inScope(async (tx) => {
    const { rows } = await tx.query<{ version: number; savedAt: Date; savedBy: string | null }>(
      `select version.version, version.saved_at as "savedAt", app_user.full_name as "savedBy"
         from banner_version version left join app_user on app_user.id = version.saved_by
        where version.agency_id = $1 and version.banner_id = $2 order by version.version desc`,
      [bannerOwnerOf(call.object!).agencyId, params.id],
    )
    const data = rows.map(({ version, savedAt, savedBy }) => ({
      version,
      saved_at: savedAt.toISOString(),
      saved_by: savedBy ?? '',
    }))
    return { result: 'success', data }
  })

/** The current drawing stays among the versions, so that a restore can be undone. */
export const handleRestore: Handler<typeof restoreBanner> = ({ params, body }, call) =>
  call.inScope(async (tx) => {
    const owner = bannerOwnerOf(call.object!)
    const banner = await readBanner(tx, owner.agencyId, params.id, { forUpdate: true })
    const { rows } = await tx.query<{ drawing: Drawing }>(
      'select drawing from banner_version where agency_id = $1 and banner_id = $2 and version = $3',
      [owner.agencyId, params.id, body.version],
    )
    if (!rows[0]) throw invalid('version', 'This version doesn’t exist.')
    const version = banner.version + 1
    await tx.query('update banner set drawing = $3, version = $4, updated_at = $5 where agency_id = $1 and id = $2', [
      owner.agencyId,
      params.id,
      JSON.stringify(rows[0].drawing),
      version,
      dateOf(call.platform.clock.now()),
    ])
    await storeVersion(tx, call, owner, { id: params.id, version, drawing: rows[0].drawing })
    return {
      result: 'success',
      message: updatedMessage,
      data: presentBanner(await readBanner(tx, owner.agencyId, params.id)),
    }
  })
