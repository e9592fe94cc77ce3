import { findById, type ObjectsOf } from './object-finder.ts'

/** How this area's objects are found before a call reaches its use case. */
export const tenantObjects: ObjectsOf<'company'> = {
  company: findById(
    'company',
    'select root_id, agency_id, client_id from company where id = $1 and removed_at is null',
  ),
}
