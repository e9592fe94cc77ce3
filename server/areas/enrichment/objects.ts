import { findOfAgency, type ObjectsOf } from '#server/areas/tenants/public.ts'

/** How this area's objects are found before a call reaches its use case. */
export const enrichmentObjects: ObjectsOf<'enrichment'> = {
  enrichment: findOfAgency('enrichment'),
}
