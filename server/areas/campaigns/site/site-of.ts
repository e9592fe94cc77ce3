import { siteHost } from '#contract/campaigns/site-url.ts'
import { sentences } from '#contract/core/sentences.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Campaign } from '../campaign.ts'
import { hostsOf } from './hosts-of.ts'
import { moreSitesOf } from '../modules/registry.ts'

/** A requested page and the pixel on it; `isFirst`: it is on the campaign's first site. */
interface Site {
  url: string
  key: string
  isFirst: boolean
}

/** Only pages of the campaign's own sites are allowed; the default is its main page. */
export function siteOf(campaign: Campaign, requestedUrl: string | undefined): Site {
  const host = requestedUrl === undefined ? null : siteHost(requestedUrl)
  const site =
    host !== null && !campaign.siteHosts.includes(host)
      ? moreSitesOf(campaign.module, campaign.moduleSettings).find(({ url }) => hostsOf(url).includes(host))
      : undefined
  return site
    ? { url: requestedUrl!, key: site.key, isFirst: false }
    : { url: pageOfFirst(campaign, requestedUrl), key: campaign.pixelKey, isFirst: true }
}

function pageOfFirst(campaign: Pick<Campaign, 'siteUrl' | 'siteHosts'>, requestedUrl: string | undefined): string {
  if (requestedUrl === undefined || requestedUrl === '') {
    if (campaign.siteUrl === '') throw invalid('url', 'The campaign has no site yet.')
    return campaign.siteUrl
  }
  const host = siteHost(requestedUrl)
  if (host === null || !campaign.siteHosts.includes(host)) throw invalid('url', sentences.otherSite)
  return requestedUrl
}
