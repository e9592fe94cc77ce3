import type { BannerPictureRow, listBannerPictures, removeBannerPicture } from '#contract/banners/banners.ts'
import { toPage } from '#contract/core/page.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { bannerOwnerOf } from './banner-owner.ts'
import { lockPictures } from './write-banner.ts'

interface StoredPicture {
  id: string
  width: number
  height: number
  createdAt: Date
}

type Use = NonNullable<BannerPictureRow['used_by']>

export const handleListPictures: Handler<typeof listBannerPictures> = ({ query: { page, perPage } }, call) => {
  const { agencyId, companyId } = bannerOwnerOf(call.object!)
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<StoredPicture>(
      `select id, width, height, created_at as "createdAt" from banner_picture where agency_id = $1 and company_id = $2
        order by created_at desc, id desc limit $3 offset $4`,
      [agencyId, companyId, perPage, (page - 1) * perPage],
    )
    const counts = await tx.query<{ total: number }>(
      'select count(*)::int as total from banner_picture where agency_id = $1 and company_id = $2',
      [agencyId, companyId],
    )
    const uses = await readUses(
      tx,
      agencyId,
      rows.map(({ id }) => id),
    )
    const data = rows.map(({ createdAt, ...picture }) => ({
      ...picture,
      created_at: createdAt.toISOString(),
      used_by: uses.get(picture.id) ?? null,
    }))
    return toPage(data, page, perPage, counts.rows[0]!.total)
  })
}

/** Deletes its bytes. A picture that a kept version shows stays, so that restoring that version works. */
export const handleRemovePicture: Handler<typeof removeBannerPicture> = ({ params: { id } }, call) =>
  call.inScope(async (tx) => {
    const { agencyId } = bannerOwnerOf(call.object!)
    await lockPictures(tx, agencyId, 'remove')
    const use = (await readUses(tx, agencyId, [id])).get(id)
    if (use) throw new Failure('conflict', { message: refusalOf(use) })
    await tx.query('delete from banner_picture where agency_id = $1 and id = $2', [agencyId, id])
    return { result: 'success', message: 'The image was removed.' }
  })

const refusalOf = ({ kind, name }: Use): string =>
  kind === 'banner'
    ? `The banner “${name}” shows this picture, or one of its earlier versions does.`
    : `This picture is the logo in the brand kit of ${name}. Choose another one there first.`

/** Those of these pictures that a banner version shows (the newest is one, too), or that are a brand kit's logo. */
async function readUses(tx: Tx, agencyId: string, ids: readonly string[]): Promise<Map<string, Use>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.query<Use & { id: string }>(
    `select brand_kit.logo_id as id, 'kit' as kind, coalesce(company.name, '') as name
       from brand_kit left join company on company.id = brand_kit.company_id
      where brand_kit.agency_id = $1 and brand_kit.logo_id = any($2::uuid[])
     union all
     select (element ->> 'picture_id')::uuid, 'banner', min(banner.name)
       from banner_version version
       join banner on banner.agency_id = $1 and banner.id = version.banner_id,
            jsonb_array_elements(version.drawing -> 'elements') element
      where version.agency_id = $1 and element ->> 'kind' = 'picture' and (element ->> 'picture_id')::uuid = any($2::uuid[])
      group by 1`,
    [agencyId, plainArray(ids)],
  )
  return new Map(rows.map(({ id, kind, name }) => [id, { kind, name }]))
}
