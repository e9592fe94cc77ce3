import { authenticate } from '#server/areas/sign-in/authenticate.ts'
import { hasRecentProof } from '#server/areas/sign-in/reauthenticate.ts'
import { hasSessionEnded, isSessionLive } from '#server/areas/sign-in/is-session-live.ts'
import { recordView } from '#server/areas/sign-in/view/record-view.ts'
import { redeemTicket } from '#server/areas/sign-in/download-ticket.ts'
import { routes as people } from './areas/people/routes.ts'
import { routes as signIn } from './areas/sign-in/routes.ts'
import { recordChange } from '#server/areas/activity/record-change.ts'
import { routes as activity } from './areas/activity/routes.ts'
import { routes as agreements } from './areas/agreements/routes.ts'
import { routes as billing } from './areas/billing/routes.ts'
import { routes as alerts } from './areas/alerts/routes.ts'
import { routes as audiences } from './areas/audiences/routes.ts'
import { routes as banners } from './areas/banners/routes.ts'
import { routes as branding } from './areas/branding/routes.ts'
import { routesWith as campaigns } from './areas/campaigns/routes.ts'
import { routes as commissions } from './areas/commissions/routes.ts'
import { routes as companies } from './areas/companies/routes.ts'
import { answerInSandbox } from '#server/areas/developers/sandbox/answer-in-sandbox.ts'
import { authenticateDeveloper, findKnownDeveloper } from '#server/areas/developers/authenticate-developer.ts'
import { tokenServerMetadata } from '#server/areas/developers/describe-token-server.ts'
import { routes as developers } from './areas/developers/routes.ts'
import { routes as domains } from './areas/domains/routes.ts'
import { routes as enrichment } from './areas/enrichment/routes.ts'
import { copyExclusions } from '#server/areas/exclusions/copy-list.ts'
import { routes as exclusions } from './areas/exclusions/routes.ts'
import { routes as identity } from './areas/identity/routes.ts'
import { routes as inbox } from './areas/inbox/routes.ts'
import { routes as integrations } from './areas/integrations/routes.ts'
import { routes as keywords } from './areas/keywords/routes.ts'
import { routes as leads } from './areas/leads/routes.ts'
import { callbackHook } from '#server/areas/leads/work/take-callback.ts'
import { stopHook } from '#server/areas/mails/preferences/stop-by-link.ts'
import { routes as machine } from './areas/machine/routes.ts'
import { routesWith as mails } from './areas/mails/routes.ts'
import { routes as payments } from './areas/payments/routes.ts'
import { routes as privacy } from './areas/privacy/routes.ts'
import { privacyChoicesPage } from './areas/privacy/choices-page.ts'
import { privacyRequestsPage } from './areas/privacy/requests-page.ts'
import { privacyReportPage } from './areas/privacy/report/report-page.ts'
import { gpcSupport } from './areas/privacy/gpc-support.ts'
import { securityContact } from './areas/branding/security-contact.ts'
import { routes as pricing } from './areas/pricing/routes.ts'
import { routes as reports } from './areas/reports/routes.ts'
import { routes as reclaims } from './areas/reclaims/routes.ts'
import { routes as returns } from './areas/returns/routes.ts'
import { routes as search } from './areas/search/routes.ts'
import { routes as settings } from './areas/settings/routes.ts'
import { routes as taxes } from './areas/taxes/routes.ts'
import { routes as views } from './areas/views/routes.ts'
import { routes as wallet } from './areas/wallet/routes.ts'
import { isAssigned } from '#server/areas/tenants/assigned-agencies.ts'
import { serviceHooks } from '#server/areas/integrations/connections/end-account.ts'
import { paymentHooks } from '#server/areas/payments/inbox/store-event.ts'
import { findObject } from './find-object.ts'
import { mailSamples } from './mail-samples.ts'
import type { FormPage, PlainPage } from './platform/http/form-pages.ts'
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
  ...mails(mailSamples),
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
  ...alerts,
  ...audiences,
  ...banners,
  ...keywords,
  ...campaigns(copyExclusions),
  ...identity,
  ...privacy,
  ...enrichment,
  ...exclusions,
  ...leads,
  ...reclaims,
  ...returns,
  ...reports,
  ...integrations,
  ...inbox,
  ...search,
  ...views,
  ...machine,
  ...developers,
]

/** Documents at places that standards define. */
export const wellKnown: readonly WellKnown[] = [tokenServerMetadata, gpcSupport, securityContact]

/** Pages for people without an account, which work without JavaScript. */
export const formPages: readonly (PlainPage | FormPage)[] = [privacyChoicesPage, privacyRequestsPage, privacyReportPage]

/** Where outside services tell us something by themselves. */
export const hooks: readonly Hook[] = [...paymentHooks, ...serviceHooks, callbackHook, stopHook]

/** What the HTTP layer asks of the areas before a call reaches its use case. */
export const accessHooks: AccessHooks = {
  authenticate: async (platform, token, host) => {
    const hash = hashToken(token)
    const developer = findKnownDeveloper(platform, hash, host)
    if (developer) return developer
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
