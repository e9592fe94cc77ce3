import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { OptionsFailure } from '../../../shells/options-failure.tsx'
import { ExpiryBadge } from '../../audiences/expiry-badge.tsx'
import { useAudiences } from '../setup/use-audiences.ts'

/** Names of the audiences that a campaign includes and excludes. */
export function AudienceNames({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const { include_audiences: taken, exclude_audiences: left } = campaign
  const { audiences, read } = useAudiences(taken.length + left.length > 0 ? campaign.company_id : '')
  const listOf = (ids: readonly string[]): string =>
    isolate(ids.map((id) => audiences?.find(({ value }) => value === id)?.label ?? '…').join(', '))
  if (taken.length + left.length === 0) return t('Anyone')
  const ending = [...taken, ...left].map((id) => audiences?.find(({ value }) => value === id)?.expiry ?? null)
  const words = [
    ...(taken.length > 0 ? [t('Only people in {list}', { list: listOf(taken) })] : []),
    ...(left.length > 0 ? [t('No one in {list}', { list: listOf(left) })] : []),
  ].join(' · ')
  return (
    <>
      {words}{' '}
      <ExpiryBadge expiry={ending.find((one) => one?.state === 'over') ?? ending.find((one) => one !== null) ?? null} />
      <OptionsFailure of={read} />
    </>
  )
}
