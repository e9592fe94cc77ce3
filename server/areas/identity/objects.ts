import { findById, type ObjectsOf } from '#server/areas/tenants/object-finder.ts'

/** How requests find this area's objects for authorization. */
export const identityObjects: ObjectsOf<'import'> = {
  import: findById(
    'import',
    'select root_id, null::uuid as agency_id, null::uuid as client_id from identity_import where id = $1',
  ),
}
