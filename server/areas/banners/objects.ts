import { findById, type ObjectsOf } from '#server/areas/tenants/object-finder.ts'

/** If an agency's id is the root's, it means the operator itself. */
const pathOf = (table: string): string =>
  `select root_id, nullif(agency_id, root_id) as agency_id, client_id from ${table} where id = $1`

/** How this area's objects are found before a call reaches its use case. */
export const bannerObjects: ObjectsOf<'banner' | 'bannerPicture'> = {
  banner: findById('banner', pathOf('banner')),
  bannerPicture: findById('bannerPicture', pathOf('banner_picture')),
}
