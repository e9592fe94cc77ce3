import { findById, type ObjectsOf } from '#server/areas/tenants/public.ts'

/** How this area's objects are found before a call reaches its use case. */
export const identityObjects: ObjectsOf<'import'> = {
  import: findById(
    'import',
    'select root_id, null::uuid as agency_id, null::uuid as client_id from identity_import where id = $1',
  ),
}
