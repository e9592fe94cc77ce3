import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { linesOf, usualSurge_percent } from '#contract/campaigns/module-fields/b2b.ts'
import { listStates } from '#contract/campaigns/places.ts'
import { companySizes, departments, industries, seniorities } from '#contract/campaigns/profile/kinds.ts'
import { knownInformation } from '#contract/identity/advance-information.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useFormat } from '../../../../i18n/format.ts'
import { joinWords, useT, type Translate } from '../../../../i18n/texts.tsx'
import { DetailList } from '../../../../shells/detail-list.tsx'
import { Bdi } from '../../../../ui/bdi.tsx'
import { InstallSection } from '../../install/install-section.tsx'
import { Section } from '../../../../shells/section.tsx'
import { companyWindowNames } from './names.ts'
import { sizeText } from './size-text.ts'
import { SurgeCard } from './surge-card.tsx'

/** Page sections: the campaign's pixel, and its target jobs and companies. */
export function B2bSource({ campaign }: { campaign: CampaignDetail }) {
  return (
    <>
      <InstallSection campaign={campaign} />
      <ProfileCard campaign={campaign} />
      <SurgeCard companyId={campaign.company_id} percent={campaign.surgepercent} />
    </>
  )
}

function ProfileCard({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const format = useFormat()
  const states = useCall(listStates, {}).data?.data
  const list = (texts: readonly string[] | undefined) => (texts?.length ? <Bdi>{joinWords(texts, t)}</Bdi> : t('Any'))
  const namesOf = (kinds: readonly { id: string; name: string }[], ids: readonly string[] | undefined) =>
    list(kinds.filter(({ id }) => ids?.includes(id)).map(({ name }) => t(name)))
  const sizes = companySizes.filter(({ id }) => campaign.profilesize?.includes(id))
  const exclusions = linesOf(campaign.companyexclude ?? '')
  const items = [
    { label: t('Rules to meet'), value: rulesText(campaign, t) },
    { label: t('One lead per company'), value: t(companyWindowNames[campaign.companywindow ?? 'none']) },
    { label: t('Suggested contacts'), value: campaign.suggestcontacts ? t('On') : t('Off') },
    {
      label: t('Only surging companies'),
      value:
        campaign.surgeonly === true
          ? t('At least {percent}% of an average week', {
              percent: format.number(campaign.surgepercent ?? usualSurge_percent),
            })
          : t('Off'),
    },
    { label: t('Industries'), value: namesOf(industries, campaign.profileindustry) },
    { label: t('Employees'), value: list(sizes.map(({ id }) => sizeText(id, format))) },
    {
      label: t('Headquarters in'),
      value: list(campaign.profilestate?.map((code) => states?.find((state) => state.code === code)?.name ?? code)),
    },
    { label: t('Seniority'), value: namesOf(seniorities, campaign.profileseniority) },
    { label: t('Departments'), value: namesOf(departments, campaign.profiledepartment) },
    { label: t('Job titles'), value: list(linesOf(campaign.profiletitle ?? '')) },
    { label: t('Excluded companies'), value: exclusions.length > 0 ? <Bdi>{exclusions.join(', ')}</Bdi> : t('None') },
    { label: t('Sent with each lead'), value: informationText(campaign, t) },
  ]
  return (
    <Section
      title={t('Customer profile')}
      description={t('Visitors become leads if their job and company meet these rules. Leave a rule blank to skip it.')}
    >
      <DetailList loading={false} items={items} />
    </Section>
  )
}

function rulesText({ profilematch, profileminimum }: CampaignDetail, t: Translate): string {
  if (profilematch === 'all') return t('All rules')
  if (profilematch === 'any') return t('Any rule')
  return t('{count, plural, one {At least # rule} other {At least # rules}}', { count: profileminimum ?? 1 })
}

function informationText({ listB2BInformationId: ids }: CampaignDetail, t: Translate): string {
  const kinds = knownInformation.filter(({ id }) => ids?.includes(id))
  return kinds.length > 0
    ? joinWords(
        kinds.map(({ name }) => t(name)),
        t,
      )
    : t('Everything')
}
