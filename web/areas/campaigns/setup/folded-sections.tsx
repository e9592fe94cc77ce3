import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useModule } from '../../../session/module.ts'
import { FormGroup } from '../../../shells/form-page.tsx'
import { formOf } from '../modules/module-forms.ts'
import { AudienceSection } from './audience-section.tsx'
import { briefOf, deliveryBrief, peopleBrief, priceBrief, scheduleBrief } from './briefs.ts'
import { LimitSection } from './limit-section.tsx'
import { NoticesSection } from './notices-section.tsx'
import { OrganizationLinkSection } from './organization-link-section.tsx'
import { ReidentificationSection, RequiredFieldsSection } from './people-section.tsx'
import { PriceSection } from './price-section.tsx'
import { RecipientsSection } from './recipients-section.tsx'
import { ScheduleSection } from './schedule-section.tsx'
import type { SectionProps } from './section-props.ts'
import type { shownPrices } from './shown-prices.ts'
import { TargetingSection } from './targeting-section.tsx'

type FoldedProps = SectionProps & {
  prices: ReturnType<typeof shownPrices>
  maySetPrices: boolean
  people: NonNullable<CampaignDetail['notify_choices']>
}

/** Everything that has a default, in groups that say what is set. Users in view mode change neither money nor destinations. */
export function FoldedSections({ form, prices, maySetPrices, people }: FoldedProps) {
  const t = useT()
  const words = { t, format: useFormat() }
  const { Required, More, PriceChoice } = formOf(useModule().module)
  const isLooking = useMe().viewEndsAt !== null
  const { values } = form
  return (
    <div>
      {More && (
        <FormGroup title={t(More.title)} brief={briefOf(More.brief(values, t)) || t('Defaults')}>
          <More.Sections form={form} />
        </FormGroup>
      )}
      <FormGroup title={t('Who becomes a lead')} brief={peopleBrief(values, words, Required === RequiredFieldsSection)}>
        <TargetingSection form={form} />
        <Required form={form} />
        <ReidentificationSection form={form} />
        {!isLooking && <AudienceSection form={form} />}
      </FormGroup>
      <FormGroup title={t('Schedule and limit')} brief={scheduleBrief(values, words)}>
        <ScheduleSection form={form} />
        {!isLooking && <LimitSection form={form} />}
      </FormGroup>
      {!isLooking && (
        <>
          <FormGroup title={t('Price')} brief={priceBrief(values, words, prices.ofClient)}>
            <PriceSection
              form={form}
              wholesale={prices.wholesale}
              maySetPrices={maySetPrices}
              ofClient={prices.ofClient}
            >
              {PriceChoice && <PriceChoice form={form} maySetPrices={maySetPrices} />}
            </PriceSection>
          </FormGroup>
          <FormGroup title={t('Delivery and notifications')} brief={deliveryBrief(values, words)}>
            <RecipientsSection form={form} maySetPrices={maySetPrices} />
            {maySetPrices && <NoticesSection form={form} people={people} />}
            <OrganizationLinkSection form={form} />
          </FormGroup>
        </>
      )}
    </div>
  )
}
