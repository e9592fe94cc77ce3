import { findById, type ObjectsOf } from '#server/areas/tenants/object-finder.ts'

/** How this area's objects are found before a call reaches its use case. */
export const peopleObjects: ObjectsOf<'user' | 'role'> = {
  user: findById('user', 'select root_id, agency_id, client_id from app_user where id = $1'),
  role: findById('role', 'select root_id, agency_id, client_id from role where id = $1'),
}
