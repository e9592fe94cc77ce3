import type { Module } from '#contract/campaigns/modules.ts'
import type { Language } from '#contract/core/language.ts'
import { smallestShown, type KeywordCount } from '#contract/keywords/counts.ts'
import { readPageLinks } from '#server/areas/branding/read-page-links.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

const maxKeywords = 10

interface Row {
  campaignId: string
  campaign: string
  module: Module
  keyword: string
  status: KeywordCount['status']
  count: number | null
  email: string
  language: Language
}

/** Notifies the requester that a count is done or failed (R211), unless they were removed in the meantime. */
export async function mailOutcome(
  tx: Tx,
  platform: Platform,
  { rootId, agencyId, countId }: { rootId: string; agencyId: string; countId: string },
): Promise<void> {
  const { rows } = await tx.query<Row>(
    `select counted.campaign_id as "campaignId", campaign.name as campaign, campaign.module, counted.keyword, counted.status,
            counted.count, asker.email, coalesce(asker.language, 'en') as language
       from keyword_count counted
       join campaign on campaign.agency_id = counted.agency_id and campaign.id = counted.campaign_id
        and campaign.removed_at is null
       join app_user asker on asker.agency_id = counted.agency_id and asker.id = counted.requested_by
        and asker.status = 'active' and asker.removed_at is null
      where counted.agency_id = $1 and counted.id = $2`,
    [agencyId, countId],
  )
  const [row] = rows
  if (!row) return
  const links = await readPageLinks(tx, platform.config, rootId, [agencyId])
  const url = links.get(agencyId)?.(row.module, `/campaign-management/${row.campaignId}/keyword-counts`)
  await queueMail(tx, platform, {
    kind: 'results',
    to: { rootId, agencyId, email: row.email, language: row.language },
    write: outcomeText(row, url),
  })
}

const numberIn = (language: Language, count: number): string =>
  new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-latn' : 'en-US').format(count)

const outcomeText =
  (row: Pick<Row, 'campaign' | 'keyword' | 'status' | 'count' | 'language'>, url: string | undefined) =>
  (say: Translate): MailContent => ({
    title:
      row.status === 'done'
        ? say('Keyword count done: {campaign}', { campaign: row.campaign })
        : say('Keyword count failed: {campaign}', { campaign: row.campaign }),
    paragraphs: [
      row.status === 'done'
        ? say('People who searched for these keywords in the past 7 days have been counted.')
        : say('Server might be busy. Please try again later.'),
    ],
    facts: [
      [say('Keyword'), shownKeywords(row.keyword)],
      [
        say('Historical Count'),
        row.count === null
          ? ''
          : row.count < smallestShown
            ? say('Under {count}', { count: numberIn(row.language, smallestShown) })
            : numberIn(row.language, row.count),
      ],
    ],
    ...(url && { button: { label: say('Open keyword counts'), url } }),
  })

function shownKeywords(keyword: string): string {
  const keywords = keyword.split('\n')
  return keywords.slice(0, maxKeywords).join(', ') + (keywords.length > maxKeywords ? ' …' : '')
}

/** With invented data. */
export const samples: MailSamples = {
  keyword_count: {
    kind: 'results',
    write: (say, language, { url }) =>
      outcomeText(
        { campaign: fiction.campaign, keyword: 'roof repair', status: 'done', count: 1_240, language },
        url('/'),
      )(say),
  },
  keyword_count_failed: {
    kind: 'results',
    write: (say, language, { url }) =>
      outcomeText(
        { campaign: fiction.campaign, keyword: 'roof repair', status: 'error', count: null, language },
        url('/'),
      )(say),
  },
}
