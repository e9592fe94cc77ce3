import { siteHost } from '#contract/campaigns/site-url.ts'
import { sentences } from '#contract/core/sentences.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Campaign } from './campaign.ts'

/** A page of the campaign's own site, its main page where none is named: other people's pages are nobody's business here. */
export function pageOfSite(campaign: Pick<Campaign, 'siteUrl' | 'siteHosts'>, asked: string | undefined): string {
  if (asked === undefined || asked === '') {
    if (campaign.siteUrl === '') throw invalid('url', 'The campaign has no site yet.')
    return campaign.siteUrl
  }
  const host = siteHost(asked)
  if (host === null || !campaign.siteHosts.includes(host)) throw invalid('url', sentences.otherSite)
  return asked
}
