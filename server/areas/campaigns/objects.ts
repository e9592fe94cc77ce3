import { findOfAgency, type ObjectsOf } from '#server/areas/tenants/object-finder.ts'

/** How requests find this area's objects for authorization. */
export const campaignObjects: ObjectsOf<'campaign'> = {
  campaign: findOfAgency('campaign', { keepsRemoved: true }),
}
