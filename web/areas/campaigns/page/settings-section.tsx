import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { splitLines } from '#contract/campaigns/campaign.ts'
import { listStates } from '#contract/campaigns/places.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat, type Format } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { joinWords, useT, type Translate } from '../../../i18n/texts.tsx'
import { editPath, exclusionsPath } from '../../../paths/campaigns.ts'
import { useModule } from '../../../session/module.ts'
import { DetailList } from '../../../shells/detail-list.tsx'
import { OptionsFailure } from '../../../shells/options-failure.tsx'
import { Section } from '../../../shells/section.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { ExpiryBadge } from '../../audiences/expiry-badge.tsx'
import { modulePages } from '../modules/module-pages.ts'
import { reidentificationNames, reportEveryNames } from '../names.ts'
import { useAudiences } from '../setup/use-audiences.ts'
import { useHoursText } from './hours-words.ts'

/** The campaign's settings as text. */
export function SettingsSection({ campaign, mayEdit }: { campaign: CampaignDetail; mayEdit: boolean }) {
  const t = useT()
  const format = useFormat()
  const module = useModule()
  const states = useCall(listStates, {}, { enabled: campaign.locationTarget === 'State' })
  const nameOf = (code: string): string => states.data?.data.find((state) => state.code === code)?.name ?? code
  const hours = useHoursText(campaign)
  const recipients = splitLines(campaign.reportSentTo)
  const items = [
    ...(modulePages[campaign.module]?.itemsOf(campaign, t) ?? []),
    { label: t('Time zone'), value: <Bdi>{campaign.timezone.replaceAll('_', ' ')}</Bdi> },
    ...(hours === null
      ? []
      : [{ label: t('Days and hours'), value: hours.map((line) => <div key={line}>{line}</div>), wide: true }]),
    ...(campaign.spread_evenly ? [{ label: t('Spread evenly'), value: t('Turned on') }] : []),
    { label: t('Target Location'), value: placeWords(campaign, t, nameOf) },
    { label: t('Required fields'), value: requiredWords(campaign, t) },
    {
      label: t('Create a new lead'),
      value:
        t(reidentificationNames[campaign.reidentification]) +
        (campaign.reidentifiesAll ? ` · ${t('across all campaigns of the client')}` : ''),
    },
    { label: t('Audiences'), value: <AudienceNames campaign={campaign} />, wide: true },
    {
      label: t('Exclusion List'),
      value: (
        <Anchor component={Link} to={exclusionsPath(module, campaign.campaignId)} fz="inherit">
          {t('Open exclusion list')}
        </Anchor>
      ),
    },
    ...campaign.questions.map(({ id, question }) => ({
      label: isolate(question),
      value: campaign.answers[id] && <Bdi>{campaign.answers[id]}</Bdi>,
      wide: true,
    })),
    { label: t('Report recipients'), value: recipients.length > 0 && <Bdi>{recipients.join(', ')}</Bdi>, wide: true },
    ...(recipients.length > 0 ? [{ label: t('Frequency'), value: t(reportEveryNames[campaign.reportEvery]) }] : []),
    ...(campaign.hidesPhone ? [{ label: t('Phone numbers'), value: t('Hidden from the client') }] : []),
    ...(campaign.notifyAtLeads ? [{ label: t('Notify at'), value: format.number(campaign.notifyAtLeads) }] : []),
    ...alertItems(campaign, t, format),
    ...(campaign.hasMinimum ? [{ label: t('Minimum leads'), value: format.number(campaign.minimumLeads ?? 0) }] : []),
  ]
  return (
    <Section
      title={t('Settings')}
      action={
        mayEdit && campaign.status !== 'archived' ? (
          <Button variant="default" size="xs" component={Link} to={editPath(module, campaign.campaignId)}>
            {t('Edit')}
          </Button>
        ) : undefined
      }
    >
      <DetailList loading={false} items={items.map((item) => ({ ...item, value: item.value || null }))} />
    </Section>
  )
}

function alertItems(campaign: CampaignDetail, t: Translate, format: Format): { label: string; value: string }[] {
  const shares = campaign.month_cap_cents > 0 ? campaign.alert_shares.map((share) => format.percent(share / 100)) : []
  const amounts = campaign.alert_cents > 0 ? [format.money(campaign.alert_cents)] : []
  const marks = [...shares, ...amounts]
  return marks.length > 0 ? [{ label: t('Spend alerts'), value: joinWords(marks, t) }] : []
}

function placeWords(campaign: CampaignDetail, t: Translate, nameOf: (code: string) => string): string {
  if (campaign.locationTarget === 'National Targeting') return t('National Targeting')
  if (campaign.locationTarget === 'State') return campaign.state.map(nameOf).join(', ')
  return t('{count, plural, one {# ZIP code} other {# ZIP codes}}', { count: splitLines(campaign.zip).length })
}

function requiredWords(campaign: CampaignDetail, t: Translate): string {
  const fields = [
    campaign.requiresEmail && t('Email address'),
    campaign.requiresPhone && t('Phone number'),
    campaign.requiresAddress && t('Home address'),
  ].filter((word) => word !== false)
  return fields.length > 0 ? joinWords(fields, t) : t('None')
}

/** Names of the audiences that a campaign includes and excludes. */
function AudienceNames({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const { include_audiences: includes, exclude_audiences: excludes } = campaign
  const { audiences, query } = useAudiences(includes.length + excludes.length > 0 ? campaign.company_id : '')
  const listOf = (ids: readonly string[]): string =>
    isolate(ids.map((id) => audiences?.find(({ value }) => value === id)?.label ?? '…').join(', '))
  if (includes.length + excludes.length === 0) return t('Anyone')
  const ending = [...includes, ...excludes].map((id) => audiences?.find(({ value }) => value === id)?.expiry ?? null)
  const words = [
    ...(includes.length > 0 ? [t('Only people in {list}', { list: listOf(includes) })] : []),
    ...(excludes.length > 0 ? [t('No one in {list}', { list: listOf(excludes) })] : []),
  ].join(' · ')
  return (
    <>
      {words}{' '}
      <ExpiryBadge expiry={ending.find((one) => one?.state === 'over') ?? ending.find((one) => one !== null) ?? null} />
      <OptionsFailure of={query} />
    </>
  )
}
