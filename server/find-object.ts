import { audienceObjects } from '#server/areas/audiences/objects.ts'
import { bannerObjects } from '#server/areas/banners/objects.ts'
import { campaignObjects } from '#server/areas/campaigns/objects.ts'
import { companyObjects } from '#server/areas/companies/objects.ts'
import { enrichmentObjects } from '#server/areas/enrichment/objects.ts'
import { identityObjects } from '#server/areas/identity/objects.ts'
import { integrationObjects } from '#server/areas/integrations/objects.ts'
import { leadObjects } from '#server/areas/leads/objects.ts'
import { peopleObjects } from '#server/areas/people/objects.ts'
import { tenantObjects } from '#server/areas/tenants/objects.ts'
import type { ObjectsOf } from '#server/areas/tenants/object-finder.ts'
import type { ObjectKind } from '#contract/core/access.ts'
import type { AccessHooks } from './platform/http/route.ts'

/** Every kind of object that a call may be about, as the area that keeps it says. One that nobody keeps does not compile. */
const objects: ObjectsOf<Exclude<ObjectKind, 'none'>> = {
  ...peopleObjects,
  ...companyObjects,
  ...identityObjects,
  ...enrichmentObjects,
  ...campaignObjects,
  ...leadObjects,
  ...integrationObjects,
  ...audienceObjects,
  ...bannerObjects,
  ...tenantObjects,
}

/** The path of an object if the scope can see it. */
export const findObject: AccessHooks['findObject'] = (reader, scope, kind, id) => objects[kind](reader, scope, id)
