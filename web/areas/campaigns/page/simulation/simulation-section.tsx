import { Button, Group, SegmentedControl, Select, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { reasonTable } from '#contract/leads/reasons.ts'
import { rulesToLeaveOut, simulateCampaign, simulatedDays, type RuleToLeaveOut } from '#contract/leads/simulation.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { useSearchText } from '../../../../session/address.ts'
import { FailureNote } from '../../../../shells/failure-note.tsx'
import { Section } from '../../../../shells/section.tsx'
import { SimulationResult } from './simulation-result.tsx'

/** Simulates the campaign's current rules on past days, on request: before a start or after a change. */
export function SimulationSection({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const [days, setDays] = useState<'7' | '30'>('7')
  // A link from a visit names the rule that stopped it: what would come without it is shown at once.
  const linkedRule = useSearchText('without')
  const [without, setWithout] = useState<RuleToLeaveOut | ''>(
    () => rulesToLeaveOut.find((rule) => rule === linkedRule) ?? '',
  )
  const [isRequested, setIsRequested] = useState(without !== '')
  const answer = useCall(
    simulateCampaign,
    { params: { id: campaign.campaignId, days }, query: { without } },
    { enabled: isRequested, alwaysFresh: true, keepPrevious: true },
  )
  const result = answer.data?.data
  return (
    <Section
      id="simulation"
      title={t('Simulation')}
      description={t('What the past days would have produced under this campaign’s current rules. Nothing is created.')}
      action={
        <Group gap="sm">
          <RuleChoice without={without} onChoose={setWithout} />
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

type RuleChoiceProps = { without: RuleToLeaveOut | ''; onChoose: (rule: RuleToLeaveOut | '') => void }

/** The rule that the simulation leaves out; named by its reason, as in the list of visits. */
function RuleChoice({ without, onChoose }: RuleChoiceProps) {
  const t = useT()
  return (
    <Select
      aria-label={t('Rules')}
      w="14rem"
      data={[
        { value: '', label: t('All rules') },
        ...rulesToLeaveOut.map((rule) => ({
          value: rule,
          label: t('Without “{rule}”', { rule: t(reasonTable[rule].title) }),
        })),
      ]}
      value={without}
      onChange={(next) => onChoose(rulesToLeaveOut.find((rule) => rule === next) ?? '')}
      allowDeselect={false}
    />
  )
}
