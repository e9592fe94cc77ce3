import { findById, type ObjectsOf } from '#server/areas/tenants/object-finder.ts'

/** How this area's objects are found before a call reaches its use case. */
export const companyObjects: ObjectsOf<'group'> = {
  group: findById('group', 'select root_id, agency_id, client_id from company_group where id = $1'),
}
