import { audienceObjects } from './areas/audiences/public.ts'
import { bannerObjects } from './areas/banners/public.ts'
import { campaignObjects } from './areas/campaigns/public.ts'
import { companyObjects } from './areas/companies/public.ts'
import { enrichmentObjects } from './areas/enrichment/public.ts'
import { identityObjects } from './areas/identity/public.ts'
import { integrationObjects } from './areas/integrations/public.ts'
import { leadObjects } from './areas/leads/public.ts'
import { peopleObjects } from './areas/people/public.ts'
import { tenantObjects, type ObjectsOf } from './areas/tenants/public.ts'
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
