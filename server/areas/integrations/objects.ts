import { findOfAgency, type ObjectsOf } from '#server/areas/tenants/object-finder.ts'

/** How requests find this area's objects for authorization. */
export const integrationObjects: ObjectsOf<'delivery' | 'destination'> = {
  delivery: findOfAgency('delivery'),
  destination: findOfAgency('destination', { keepsRemoved: true }),
}
