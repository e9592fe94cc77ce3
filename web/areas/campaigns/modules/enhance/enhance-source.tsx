import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { knownInformation, minInformation } from '#contract/identity/advance-information.ts'
import { joinWords, useT } from '../../../../i18n/texts.tsx'
import { DetailList } from '../../../../shells/detail-list.tsx'
import { Section } from '../../../../shells/section.tsx'
import { SignalsSection } from '../locator/signals-section.tsx'
import { SupplyNote } from './supply-note.tsx'

/** Page sections: what the campaign looks for, and how complete a person's record must be. */
export function EnhanceSource({ campaign }: { campaign: CampaignDetail }) {
  return (
    <>
      <SupplyNote />
      <SignalsSection campaign={campaign} />
      <RecordCard campaign={campaign} />
    </>
  )
}

/** How complete a person's record must be, and which of its data each lead includes. */
function RecordCard({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const kinds = knownInformation.filter(({ id }) => campaign.listAdvanceInformationId?.includes(id))
  const items = [
    {
      label: t('Also known'),
      value: t('{count, plural, one {At least # type of information} other {At least # types of information}}', {
        count: campaign.informationminimum ?? minInformation,
      }),
    },
    {
      label: t('Sent with each lead'),
      value:
        kinds.length > 0
          ? joinWords(
              kinds.map(({ name }) => t(name)),
              t,
            )
          : t('Everything'),
    },
  ]
  return (
    <Section
      title={t('Complete records')}
      description={t(
        'Only people whose email address, phone number and home address are known and were verified within 90 days become leads.',
      )}
    >
      <DetailList loading={false} items={items} />
    </Section>
  )
}
