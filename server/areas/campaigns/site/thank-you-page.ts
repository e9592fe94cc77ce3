import { siteHost } from '#contract/campaigns/site-url.ts'
import { sentences } from '#contract/core/sentences.ts'
import { pageOfAddress } from '#server/areas/tracking/page-address.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Campaign } from '../campaign.ts'
import { moduleOf } from '../modules/registry.ts'
import { hostsOf } from './hosts-of.ts'

/** The thank-you page in the form that the collector compares with; null if the campaign has none. */
export const thankYouPageOf = (thankYouUrl: string): string | null =>
  thankYouUrl === '' ? null : pageOfAddress(new URL(thankYouUrl).href)

/**
 * Throws unless a thank-you page can be told from other pages: on the campaign's site, and not its home page. The
 * campaign must get its events from visits.
 */
export function checkThankYouPage({
  module,
  siteUrl,
  thankYouUrl,
}: Pick<Campaign, 'module' | 'siteUrl' | 'thankYouUrl'>): void {
  if (thankYouUrl === '') return
  if (moduleOf(module).events.source !== 'visits') throw invalid('thankYouUrl', sentences.otherProduct)
  if (!hostsOf(siteUrl).includes(siteHost(thankYouUrl) ?? '')) throw invalid('thankYouUrl', sentences.otherSite)
  const page = thankYouPageOf(thankYouUrl)
  if (page === '' || page === thankYouPageOf(siteUrl)) throw invalid('thankYouUrl', sentences.thankYouIsHome)
}
