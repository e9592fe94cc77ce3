import { findOfAgency, type ObjectsOf } from '#server/areas/tenants/object-finder.ts'

/** How this area's objects are found before a call reaches its use case. */
export const audienceObjects: ObjectsOf<'organization' | 'audience' | 'audienceList'> = {
  audience: findOfAgency('audience'),
  audienceList: findOfAgency('audience_list'),
  organization: findOfAgency('marketing_organization'),
}
