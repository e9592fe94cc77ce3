import {
  authenticate,
  hasRecentProof,
  hasSessionEnded,
  isSessionLive,
  recordView,
  redeemTicket,
} from './areas/sign-in/public.ts'
import { routes as people } from './areas/people/routes.ts'
import { routes as signIn } from './areas/sign-in/routes.ts'
import { recordChange } from './areas/activity/public.ts'
import { routes as activity } from './areas/activity/routes.ts'
import { routes as agreements } from './areas/agreements/routes.ts'
import { routes as billing } from './areas/billing/routes.ts'
import { routes as audiences } from './areas/audiences/routes.ts'
import { routes as banners } from './areas/banners/routes.ts'
import { routes as branding } from './areas/branding/routes.ts'
import { routesWith as campaigns } from './areas/campaigns/routes.ts'
import { routes as commissions } from './areas/commissions/routes.ts'
import { routes as companies } from './areas/companies/routes.ts'
import {
  answerInSandbox,
  authenticateDeveloper,
  findKnownDeveloper,
  tokenServerMetadata,
} from './areas/developers/public.ts'
import { routes as developers } from './areas/developers/routes.ts'
import { routes as domains } from './areas/domains/routes.ts'
import { routes as enrichment } from './areas/enrichment/routes.ts'
import { copyExclusions } from './areas/exclusions/public.ts'
import { routes as exclusions } from './areas/exclusions/routes.ts'
import { routes as identity } from './areas/identity/routes.ts'
import { routes as inbox } from './areas/inbox/routes.ts'
import { routes as integrations } from './areas/integrations/routes.ts'
import { routes as keywords } from './areas/keywords/routes.ts'
import { routes as leads } from './areas/leads/routes.ts'
import { routes as payments } from './areas/payments/routes.ts'
import { routes as pricing } from './areas/pricing/routes.ts'
import { routes as reports } from './areas/reports/routes.ts'
import { routes as reclaims } from './areas/reclaims/routes.ts'
import { routes as returns } from './areas/returns/routes.ts'
import { routes as search } from './areas/search/routes.ts'
import { routes as settings } from './areas/settings/routes.ts'
import { routes as taxes } from './areas/taxes/routes.ts'
import { routes as wallet } from './areas/wallet/routes.ts'
import { isAssigned } from './areas/tenants/public.ts'
import { serviceHooks } from './areas/integrations/public.ts'
import { paymentHooks } from './areas/payments/public.ts'
import { findObject } from './find-object.ts'
import type { Hook } from './platform/http/hooks.ts'
import type { WellKnown } from './platform/http/well-known.ts'
import type { Route, AccessHooks } from './platform/http/route.ts'
import { hashToken } from './platform/ids.ts'

/** Every call of the product, one line for each area. */
export const routes: Route[] = [
  ...signIn,
  ...people,
  ...agreements,
  ...branding,
  ...settings,
  ...domains,
  ...activity,
  ...companies,
  ...pricing,
  ...payments,
  ...billing,
  ...taxes,
  ...commissions,
  ...wallet,
  ...audiences,
  ...banners,
  ...keywords,
  ...campaigns(copyExclusions),
  ...identity,
  ...enrichment,
  ...exclusions,
  ...leads,
  ...reclaims,
  ...returns,
  ...reports,
  ...integrations,
  ...inbox,
  ...search,
  ...developers,
]

/** Documents at places that standards define. */
export const wellKnown: readonly WellKnown[] = [tokenServerMetadata]

/** Where outside services tell us something by themselves. */
export const hooks: readonly Hook[] = [...paymentHooks, ...serviceHooks]

/** What the HTTP layer asks of the areas before a call reaches its use case. */
export const accessHooks: AccessHooks = {
  authenticate: async (platform, token, host) => {
    const hash = hashToken(token)
    const known = findKnownDeveloper(platform, hash, host)
    if (known) return known
    // A developer's token is nobody's session.
    return (await authenticate(platform, hash, host)) ?? authenticateDeveloper(platform, hash, host)
  },
  hasSessionEnded: (platform, token) => hasSessionEnded(platform, hashToken(token)),
  hasRecentProof,
  redeemTicket,
  isSessionLive,
  recordView,
  recordChange,
  findObject,
  isAssigned,
  answerInSandbox,
}
