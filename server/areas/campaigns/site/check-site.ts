import type { checkSiteEmbededCode } from '#contract/campaigns/embed-check.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import { guardedFetch, OutgoingFailed } from '#server/platform/guarded-fetch.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Input } from '#server/platform/http/route.ts'
import { findPixel, type PixelFinding } from './find-pixel.ts'
import { siteOf } from './site-of.ts'
import type { Campaign } from '../campaign.ts'
import { readCampaign } from '../queries.ts'

const maxBytes = 2 * 1024 * 1024
const timeout_ms = 10_000
const maxRedirects = 3

type Answer = AnswerOf<typeof checkSiteEmbededCode>

const messages: Readonly<Record<Answer['status'], string>> = {
  exist: 'The pixel of this campaign is on the page.',
  probably: 'A tag manager is on the page. The first hit will show whether it carries the pixel.',
  'not exist': 'The pixel of this campaign is not on the page.',
}
const unknownManager = 'A tag manager is on the page, but the campaign says that its site has none.'

/**
 * Reads a page of one of the campaign's sites and looks for that site's pixel (R220). For the first site the result is
 * stored with the campaign. The page is fetched between two transactions, so that a slow site holds no connection.
 * Throws `crawl_failed` if the page can't be read.
 */
export async function checkSite({ body }: Input<typeof checkSiteEmbededCode>, call: SignedInCall): Promise<Answer> {
  const agencyId = call.object!.agencyId!
  const campaign = await call.inScope((tx) => readCampaign(tx, agencyId, body.campaignId))
  if (!campaign) throw notFound()
  const { url, key, isFirst } = siteOf(campaign, body.url)
  const html = await readPage(call.platform.config, url)
  const finding = html === null ? null : findPixel(html, key)
  const status = finding && statusOf(finding, campaign)
  const now = dateOf(call.platform.clock.now())
  if (isFirst) await call.inScope((tx) => remember(tx, campaign, now, status ?? 'failed from crawl'))
  if (!finding || !status) throw new Failure('crawl_failed')
  return {
    result: 'success',
    status,
    message: status === 'not exist' && finding.containers.length > 0 ? unknownManager : messages[status],
    url,
    containers: finding.containers,
    checked_at: now.toISOString(),
  }
}

const remember = (tx: Tx, { agencyId, id }: Campaign, now: Date, result: string): Promise<unknown> =>
  tx.query('update campaign set site_checked_at = $3, site_check_result = $4 where agency_id = $1 and id = $2', [
    agencyId,
    id,
    now,
    result,
  ])

/** Most sites load a tag manager for other purposes, so it counts only if the campaign says that the site uses it. */
function statusOf({ hasPixel, containers }: PixelFinding, { gtmInstalled }: Campaign): Answer['status'] {
  if (hasPixel) return 'exist'
  return gtmInstalled && containers.length > 0 ? 'probably' : 'not exist'
}

/** The page's HTML, or null if it can't be read; the user isn't told why. */
async function readPage(config: Config, url: string): Promise<string | null> {
  try {
    const answer = await guardedFetch(config, {
      url,
      timeout_ms,
      maxBytes,
      followRedirects: maxRedirects,
      headers: { accept: 'text/html,*/*;q=0.5', 'user-agent': 'Mozilla/5.0 (compatible; pixel-check)' },
    })
    return answer.status >= 200 && answer.status < 300 ? answer.body.toString('utf8') : null
  } catch (error) {
    if (error instanceof OutgoingFailed) return null
    throw error
  }
}
