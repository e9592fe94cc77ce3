import { Button, Group, Skeleton, Stack } from '@mantine/core'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { keywordsOf } from '#contract/campaigns/keywords.ts'
import { listVisits } from '#contract/leads/visits.ts'
import { useCall } from '../../../../api/hooks.ts'
import { joinWords, useT } from '../../../../i18n/texts.tsx'
import { useModule } from '../../../../session/module.ts'
import { DetailList } from '../../../../shells/detail-list.tsx'
import { FailureNote } from '../../../../shells/failure-note.tsx'
import { Timeline } from '../../../../shells/timeline.tsx'
import { Bdi } from '../../../../ui/bdi.tsx'
import { wordsOfVisit } from '../../../leads/words.ts'
import { countsPath } from '../../../../paths/campaigns.ts'
import { Section } from '../../../../shells/section.tsx'
import { useTopics } from '../../use-topics.ts'
import { PageLink } from '../../../../shells/page-link.tsx'

const maxShown = 5
const refresh_ms = 15_000

/** The keywords of a text that are negative, or the others. */
const listOf = (text: string, negative: boolean): string =>
  keywordsOf(text)
    .filter(({ kind }) => (kind === 'negative') === negative)
    .map((one) => (one.kind === 'exact' ? `“${one.text}”` : one.text))
    .join(', ')

const bdiOf = (text: string) => text && <Bdi>{text}</Bdi>

/** What the campaign looks for, and the latest searches that matched. */
export function SignalsSection({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const module = useModule()
  const { campaignId: id } = campaign
  const { nameOf } = useTopics()
  const { keyword = '', keywordcontextual: contextual = '', desc = '' } = campaign
  const items = [
    { label: t('Keywords'), value: bdiOf(listOf(keyword, false)), wide: true },
    { label: t('Contextual keywords'), value: bdiOf(listOf(contextual, false)), wide: true },
    { label: t('Negative keywords'), value: bdiOf(listOf(`${keyword}\n${contextual}`, true)) },
    { label: t('Topics'), value: campaign.searchtopics && joinWords(campaign.searchtopics.map(nameOf), t) },
    {
      label: t('Searched within'),
      value: t('{days, plural, one {# day} other {# days}}', { days: campaign.searchwindow ?? 0 }),
    },
    {
      label: t('Minimum searches'),
      value: t('{count, plural, one {# time} other {# times}}', { count: campaign.searchminimum ?? 0 }),
    },
    { label: t('Notes'), value: bdiOf(desc), wide: true },
  ]
  return (
    <Section
      title={t('Searches')}
      description={t(
        'New searches are matched every hour. People with the most recent and frequent searches come first.',
      )}
      action={
        <Group gap="xs">
          <Button variant="default" size="xs" component={PageLink} to={countsPath(module, id)}>
            {t('Keyword counts')}
          </Button>
          <Button
            variant="default"
            size="xs"
            component={PageLink}
            to={`${module.base}/visits`}
            search={{ campaign: id }}
          >
            {t('All searches')}
          </Button>
        </Group>
      }
    >
      <Stack gap="lg">
        <DetailList loading={false} items={items.map((item) => ({ ...item, value: item.value || null }))} />
        <LatestSearches campaign={campaign} />
      </Stack>
    </Section>
  )
}

function LatestSearches({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const latest = useCall(
    listVisits,
    {
      params: { companyId: campaign.company_id, clientId: 'all', start: 'all', end: 'all' },
      query: { campaign: campaign.campaignId, perPage: maxShown },
    },
    { refetchEvery_ms: refresh_ms },
  )
  if (latest.error && !latest.data) return <FailureNote failure={latest.error} onRetry={latest.refetch} />
  if (!latest.data) return <Skeleton height={80} />
  if (latest.data.data.length === 0)
    return <p>{t('No searches yet. They appear here after the campaign has started and people search.')}</p>
  return (
    <Timeline
      entries={latest.data.data.map((visit) => ({
        key: visit.id,
        at: visit.at,
        tone: wordsOfVisit(visit).tone,
        title: t(wordsOfVisit(visit).title),
        note: <bdi>{visit.search?.phrases.join(' · ') ?? visit.title}</bdi>,
      }))}
    />
  )
}
