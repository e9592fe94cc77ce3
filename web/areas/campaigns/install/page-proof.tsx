import { Button } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { getCampaign, listCampaigns } from '#contract/campaigns/campaigns.ts'
import { checkSiteEmbededCode } from '#contract/campaigns/embed-check.ts'
import { useAction } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import type { Tone } from '../../../shells/status-badge.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { Proof } from './proof.tsx'

type Result = { tone: Tone; state: Text; text: Text }

const noResult: Result = {
  tone: 'plain',
  state: msg('Not checked yet'),
  text: msg('We load your page and look for this campaign’s pixel.'),
}

/** Keyed by the check's result, or the latest result stored with the campaign. */
const results: Readonly<Record<string, Result>> = {
  exist: { tone: 'ok', state: msg('Detected'), text: msg('The pixel is on the page.') },
  probably: {
    tone: 'info',
    state: msg('Likely installed'),
    text: msg('The page loads a tag manager, which may include the pixel. The next hit will confirm it.'),
  },
  'not exist': {
    tone: 'bad',
    state: msg('Not found'),
    text: msg('This campaign’s pixel isn’t on the page. Copy the code again and save the page.'),
  },
  'failed from crawl': {
    tone: 'warn',
    state: msg('Not readable'),
    text: msg('Blocked from crawling (Needs manual review at your url)'),
  },
}

const unknownManager = msg(
  'The page loads a tag manager. If it includes the pixel, turn on “The site uses Google Tag Manager” in the campaign.',
)

type Props = {
  campaign: CampaignDetail
  /** URL of another of the campaign's sites; the campaign stores results only for its first site. */
  other: string | undefined
}

export function PageProof({ campaign, other }: Props) {
  const t = useT()
  const format = useFormat()
  const check = useAction(checkSiteEmbededCode, { invalidates: [getCampaign, listCampaigns] })
  const ownCheck = other === undefined ? campaign : null
  const siteUrl = other ?? campaign.siteUrl
  const isBlocked = check.error?.code === 'crawl_failed'
  const outcome = isBlocked ? 'failed from crawl' : (check.data?.status ?? ownCheck?.site_check_result ?? '')
  const checkedAt = isBlocked ? undefined : (check.data?.checked_at ?? ownCheck?.site_checked_at)
  const result = results[outcome] ?? noResult
  const containers = check.data?.containers ?? []
  const text = outcome === 'not exist' && containers.length > 0 ? unknownManager : result.text
  const hasSite = siteUrl !== ''
  return (
    <Proof
      title={t('Check the page')}
      tone={check.isPending ? 'info' : result.tone}
      state={check.isPending ? t('Reading the page…') : t(result.state)}
      pulse={check.isPending}
      action={
        <Button
          variant="default"
          leftSection={<IconFileSearch size={16} stroke={1.75} />}
          loading={check.isPending}
          disabled={!hasSite}
          onClick={() => check.mutate({ body: { campaignId: campaign.campaignId, url: other } })}
        >
          {outcome ? t('Check again') : t('Check the page')}
        </Button>
      }
    >
      {check.error && !isBlocked ? (
        <p role="alert">{check.error.message}</p>
      ) : (
        <p>{hasSite ? t(text) : t('Add the site address to the campaign first.')}</p>
      )}
      {hasSite && (
        <p>
          <Bdi>{siteUrl}</Bdi>
        </p>
      )}
      {checkedAt && <p>{t('Checked {time}', { time: format.dateTime(checkedAt) })}</p>}
      {containers.length > 0 && <p>{t('Tag manager: {containers}', { containers: containers.join(', ') })}</p>}
    </Proof>
  )
}
