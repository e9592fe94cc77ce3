import { findOfAgency, type ObjectsOf } from '#server/areas/tenants/object-finder.ts'

/** How requests find this area's objects for authorization. */
export const enrichmentObjects: ObjectsOf<'enrichment'> = {
  enrichment: findOfAgency('enrichment'),
}
