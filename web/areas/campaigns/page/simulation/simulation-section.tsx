import { Button, Group, SegmentedControl, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { simulateCampaign, simulatedDays } from '#contract/leads/simulation.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { FailureNote } from '../../../../shells/failure-note.tsx'
import { Section } from '../../../../shells/section.tsx'
import { SimulationResult } from './simulation-result.tsx'

/** Simulates the campaign's current rules on past days, on request: before a start or after a change. */
export function SimulationSection({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const [days, setDays] = useState<'7' | '30'>('7')
  const [isRequested, setIsRequested] = useState(false)
  const answer = useCall(
    simulateCampaign,
    { params: { id: campaign.campaignId, days } },
    { enabled: isRequested, alwaysFresh: true, keepPrevious: true },
  )
  const result = answer.data?.data
  return (
    <Section
      title={t('Simulation')}
      description={t('What the past days would have produced under this campaign’s current rules. Nothing is created.')}
      action={
        <Group gap="sm">
          <SegmentedControl
            aria-label={t('Period')}
            value={days}
            onChange={(next) => setDays(next as typeof days)}
            data={simulatedDays.map((count) => ({
              value: String(count),
              label: t('{days, plural, one {# day} other {# days}}', { days: count }),
            }))}
          />
          <Button
            variant="default"
            loading={answer.isFetching}
            onClick={() => (isRequested ? void answer.refetch() : setIsRequested(true))}
          >
            {t('Simulate')}
          </Button>
        </Group>
      }
    >
      {answer.error && !answer.isFetching && <FailureNote failure={answer.error} onRetry={answer.refetch} />}
      {isRequested && !result && !answer.error && <Skeleton height={320} />}
      {result && <SimulationResult result={result} />}
    </Section>
  )
}
