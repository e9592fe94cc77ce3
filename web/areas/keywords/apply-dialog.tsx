import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { getCampaign } from '#contract/campaigns/campaigns.ts'
import { targetOf } from '#contract/keywords/campaign-of-count.ts'
import { applyCount, applyTypes, type KeywordCount } from '#contract/keywords/counts.ts'
import { useCall } from '../../api/hooks.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import styles from './keywords.module.css'
import { keywordLine, targetText, targetWords } from './words.ts'

type ApplyType = (typeof applyTypes)[number]

const names: Record<ApplyType, Text> = {
  all: msg('Keywords and target location'),
  keyword: msg('Keywords only'),
  location: msg('Target location only'),
}

/** Shows how applying a count would change the campaign, before and after, and applies it. */
export function ApplyDialog(props: {
  campaignId: string
  campaign: CampaignDetail
  count: KeywordCount
  onClose: () => void
}) {
  const t = useT()
  const { campaign, count } = props
  const [type, setType] = useState<ApplyType>('all')
  // Read again, so that a campaign that has changed since is not refused each time.
  useCall(getCampaign, { params: { id: props.campaignId } }, { alwaysFresh: true })
  return (
    <ConfirmAction
      title={t('Apply this count to the campaign?')}
      confirmLabel={t('Apply to campaign')}
      danger={false}
      operation={applyCount}
      input={{
        params: { id: props.campaignId, type },
        body: { count_id: count.id, updated_at: campaign.updated_at },
      }}
      invalidates={[getCampaign]}
      onClose={props.onClose}
    >
      <Radio.Group
        aria-label={t('What to apply')}
        value={type}
        onChange={(value) => setType(applyTypes.find((each) => each === value) ?? 'all')}
      >
        <Stack gap="xs">
          {applyTypes.map((value) => (
            <Radio key={value} value={value} label={t(names[value])} />
          ))}
        </Stack>
      </Radio.Group>
      <dl className={styles.changes}>
        {type !== 'location' && (
          <Change name={t('Keywords')} from={keywordLine(campaign.keyword ?? '')} to={keywordLine(count.keyword)} />
        )}
        {type !== 'keyword' && (
          <Change name={t('Target Location')} from={targetWords(targetOf(campaign), t)} to={targetText(count, t)} />
        )}
      </dl>
    </ConfirmAction>
  )
}

function Change({ name, from, to }: { name: string; from: string; to: string }) {
  const t = useT()
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {from === to ? (
          <>
            <bdi>{to}</bdi> <span className={styles.muted}>{t('(unchanged)')}</span>
          </>
        ) : (
          <>
            <del>
              <bdi>{from || '—'}</bdi>
            </del>
            <ins>
              <bdi>{to}</bdi>
            </ins>
          </>
        )}
      </dd>
    </>
  )
}
