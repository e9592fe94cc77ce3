import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { useModule } from '../../../session/module.ts'
import { useStillHere } from '../../../session/still-here.ts'
import { FormPage } from '../../../shells/form-page.tsx'
import { useServerForm, type Revision } from '../../../shells/server-form.ts'
import { campaignPath } from '../../../paths/campaigns.ts'
import { formOf } from '../modules/module-forms.ts'
import { AudienceSection } from './audience-section.tsx'
import { BasicsSection } from './basics-section.tsx'
import { fieldNames, type NewCampaign } from './campaign-form.ts'
import type { CampaignValues } from './campaign-values.ts'
import { fieldLabels } from './field-labels.ts'
import { ClientField } from './client-field.tsx'
import { ClientStart } from './client-start.tsx'
import { LimitSection } from './limit-section.tsx'
import { NoticesSection } from './notices-section.tsx'
import { PriceSection } from './price-section.tsx'
import { RecipientsSection } from './recipients-section.tsx'
import { ScheduleSection } from './schedule-section.tsx'
import { OrganizationLinkSection } from './organization-link-section.tsx'
import { QuestionsSection } from './questions-section.tsx'
import { ReidentificationSection } from './people-section.tsx'
import { TargetingSection } from './targeting-section.tsx'
import { shownPrices } from './shown-prices.ts'
import { validateCampaign } from './validate-campaign.ts'

type CampaignFormPageProps = {
  initialValues: CampaignValues
  isNew: boolean
  choosesClient: boolean
  maySetPrices: boolean
  wholesale: number | undefined
  minimumPrice: number | undefined
  maximumPrice: number | undefined
  /** Dollars; the client's default price. */
  clientPrice: number | undefined
  /** The client's default price for a lead with additional data about the person. */
  advancedPrice: number | undefined
  /** Agency users who can receive notices; unknown until the client is selected. */
  people: CampaignDetail['notify_choices']
  /** The agency's questions; unknown until the client is selected. */
  questions: CampaignDetail['questions'] | undefined
  submitLabel: string
  send: (values: CampaignValues, overwriting?: Revision) => Promise<{ data: CampaignDetail }>
  /** For an existing campaign: refills the form from the stored values. */
  onReload?: () => void
  cancelTo: string
}

/** The campaign form, for creating and editing. Saving opens the campaign's page. */
export function CampaignFormPage(props: CampaignFormPageProps) {
  const t = useT()
  const module = useModule()
  const { Source, Required, PriceChoice } = formOf(module.module)
  const isLooking = useMe().viewEndsAt !== null
  const navigate = useNavigate()
  const isHere = useStillHere()
  const [begun, setBegun] = useState<NewCampaign>()
  const pricesFor = (values: CampaignValues) =>
    shownPrices(values, props.initialValues, {
      clientPrice: begun?.price ?? props.clientPrice,
      advancedPrice: begun?.advancedPrice ?? props.advancedPrice,
      wholesalePrice: begun?.priceMinimum ?? props.wholesale,
      priceMinimum: begun?.priceMinimum ?? props.minimumPrice,
    })
  const maximum = begun?.priceMaximum ?? props.maximumPrice
  const server = useServerForm({
    initialValues: props.initialValues,
    validate: (values) => validateCampaign(module.module, values, t, { minimum: pricesFor(values).minimum, maximum }),
    send: props.send,
    onDone: ({ data }) => {
      if (isHere()) void navigate({ to: campaignPath(module, data.campaignId) })
    },
    fieldNames,
    conflict: props.onReload && { onReload: props.onReload, labels: fieldLabels },
  })
  const { form } = server
  const prices = pricesFor(form.values)
  useEffect(goToNamedField, [])
  return (
    <>
      {props.isNew && <ClientStart form={form} onBegin={setBegun} />}
      <FormPage form={server} submitLabel={props.submitLabel} onCancel={() => void navigate({ to: props.cancelTo })}>
        <BasicsSection form={form} clientField={props.choosesClient ? <ClientField form={form} /> : null} />
        <Source form={form} />
        <ScheduleSection form={form} />
        <TargetingSection form={form} />
        <Required form={form} />
        <ReidentificationSection form={form} />
        <QuestionsSection form={form} questions={begun?.questions ?? props.questions ?? []} />
        {/* Users in view mode change neither money nor destinations. */}
        {!isLooking && (
          <>
            <AudienceSection form={form} />
            <LimitSection form={form} />
            <PriceSection
              form={form}
              wholesale={prices.wholesale}
              maySetPrices={props.maySetPrices}
              ofClient={prices.ofClient}
            >
              {PriceChoice && <PriceChoice form={form} maySetPrices={props.maySetPrices} />}
            </PriceSection>
            <RecipientsSection form={form} maySetPrices={props.maySetPrices} />
            {props.maySetPrices && <NoticesSection form={form} people={begun?.notify_choices ?? props.people ?? []} />}
            <OrganizationLinkSection form={form} />
          </>
        )}
      </FormPage>
    </>
  )
}

/** Focuses the field named in the URL's hash, such as one that is missing. */
function goToNamedField(): void {
  const field = CSS.escape(location.hash.slice(1))
  const input = field && document.querySelector<HTMLElement>(`[data-path="${field}"]`)
  if (!input) return
  input.scrollIntoView({ block: 'center' })
  input.focus({ preventScroll: true })
}
