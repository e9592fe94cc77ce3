import { guard } from '#contract/guards/guard.ts'
import { msg, useT, type Text } from '../i18n/texts.tsx'
import { usePageRoute } from '../session/address.ts'
import { useMe, type Me } from '../session/me.ts'

const agencies = 'configuration/agency-list'
const clients = 'configuration/client-management'
const campaigns = '$module/campaign-management'
const campaign = `${campaigns}/$campaignId`
/** Money and rules of all companies: below the agencies for the operator, and below the clients for an agency. */
const companies = ({ side }: Me): string => (side === 'root' ? agencies : clients)

/** The page above each page that no menu leads to, by their paths in the route table (`app/routes.tsx`). */
export const pagesAbove: Readonly<Record<string, string | ((me: Me) => string)>> = {
  [`${clients}/$companyId`]: clients,
  [`${agencies}/$companyId`]: agencies,
  'configuration/receivables': companies,
  'configuration/failed-payments': companies,
  'configuration/disputes': companies,
  'configuration/under-performing': companies,
  'configuration/sales-account-list/$userId': 'configuration/sales-account-list',
  'configuration/commissions/$userId': 'configuration/commissions',
  'configuration/sales-connect-account/payouts/$payoutId': 'configuration/sales-connect-account/payouts',
  'configuration/payouts/$payoutId': 'configuration/payouts',
  'user/questionnaire-add': 'user/questionnaire',
  'banner/create': 'banner/list',
  'integrations/$slug': 'integrations',
  'help/$chapter': 'help',
  'Audience/$audienceId': 'Audience',
  'campaign-setup': 'campaign',
  [`${campaigns}/new`]: campaigns,
  [campaign]: campaigns,
  [`${campaign}/edit`]: campaign,
  [`${campaign}/exclusions`]: campaign,
  [`${campaign}/keyword-counts`]: campaign,
  '$module/enrichment': campaigns,
  '$module/leads/$leadId': '$module/leads',
  '$module/leads/$leadId/person': '$module/leads/$leadId',
  '$module/visits/$visitId': '$module/visits',
}

/** What they are called there. */
const names: Readonly<Record<string, Text>> = {
  [clients]: msg('Client Management'),
  [agencies]: msg('Agency List'),
  'configuration/sales-account-list': msg('Sales Rep & AE List'),
  'configuration/commissions': msg('Commissions'),
  'configuration/sales-connect-account/payouts': msg('Bank payouts'),
  'configuration/payouts': msg('Bank payouts'),
  'user/questionnaire': msg('Questionnaire'),
  'banner/list': msg('Banners'),
  integrations: msg('Integrations'),
  help: msg('Help'),
  Audience: msg('Audiences'),
  campaign: msg('Campaigns'),
  [campaigns]: msg('Campaigns'),
  [campaign]: msg('Campaign'),
  '$module/leads': msg('Leads'),
  '$module/leads/$leadId': msg('Lead'),
  '$module/visits': msg('Visits'),
}

export interface Crumb {
  to: string
  name: string
}

/** The paths of the pages above one, the highest first. */
export function trailOf(path: string, me: Me): string[] {
  const above = pagesAbove[path]
  if (above === undefined) return []
  const next = typeof above === 'string' ? above : above(me)
  return [...trailOf(next, me), next]
}

const fill = (path: string, params: Readonly<Record<string, string | undefined>>): string =>
  `/${path.replaceAll(/\$(\w+)/g, (_part, name: string) => params[name] ?? '')}`

/** The pages above the one that renders this, as far as the user may open them. `nearest` is what is different for the last one. */
export function usePageTrail(nearest?: Partial<Crumb>): readonly Crumb[] {
  const t = useT()
  const me = useMe()
  const { path, params } = usePageRoute()
  return trailOf(path, me)
    .map((above, at, all) => ({
      to: fill(above, params),
      name: t(names[above]!),
      ...(at === all.length - 1 && nearest),
    }))
    .filter(({ to }) => guard(me.access, to.split('?')[0]!).kind === 'shown')
}
