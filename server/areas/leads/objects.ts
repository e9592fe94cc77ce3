import { findOfAgency, type ObjectsOf } from '#server/areas/tenants/object-finder.ts'

/** How this area's objects are found before a call reaches its use case. */
export const leadObjects: ObjectsOf<'lead' | 'visit'> = {
  lead: findOfAgency('lead'),
  visit: findOfAgency('visit'),
}
