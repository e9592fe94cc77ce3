import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import type { Translate } from '../../../../i18n/texts.tsx'
import type { Detail } from '../../../../shells/detail-list.tsx'
import { Bdi } from '../../../../ui/bdi.tsx'

export const siteItems = (campaign: CampaignDetail, t: Translate): Detail[] => [
  { label: t('Site address'), value: campaign.siteUrl && <Bdi>{campaign.siteUrl}</Bdi> },
  { label: t('Thank-you page'), value: campaign.thankYouUrl && <Bdi>{campaign.thankYouUrl}</Bdi> },
  {
    label: t('Tracked domains'),
    value: hostsOf(campaign).length > 0 && <Bdi>{hostsOf(campaign).join(', ')}</Bdi>,
  },
  ...linesItem(t('Only these pages'), campaign.include_pages),
  ...linesItem(t('Not these pages'), campaign.exclude_pages),
  ...linesItem(t('Goals'), campaign.event_goals),
  ...linesItem(t('Excluded addresses'), campaign.exclude_addresses),
  ...(campaign.campaign_information_type === 'enhance'
    ? [{ label: t('Advance information'), value: t('Sent with each lead') }]
    : []),
]

/** Host names of all of the campaign's sites. */
const hostsOf = ({ site_hosts, more_pixels = [] }: CampaignDetail): string[] => [
  ...new Set([...site_hosts, ...more_pixels.flatMap((pixel) => pixel.site_hosts)]),
]

/** Omitted if there are no lines. */
const linesItem = (label: string, lines: readonly string[] | undefined): Detail[] =>
  lines?.length ? [{ label, value: <Bdi>{lines.join(', ')}</Bdi> }] : []
