import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode, useEffectEvent } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { readNewCampaign } from '#contract/campaigns/campaigns.ts'
import { useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { campaignPath } from '../../../paths/campaigns.ts'
import { useMe } from '../../../session/me.ts'
import { useModule } from '../../../session/module.ts'
import { useStillHere } from '../../../session/still-here.ts'
import { FormPage, FormSection } from '../../../shells/form-page.tsx'
import { OptionsFailure } from '../../../shells/options-failure.tsx'
import { useClientSearch } from '../../../shells/owners/client-search.ts'
import { SearchSelect } from '../../../shells/search-select.tsx'
import { useServerForm, type Revision } from '../../../shells/server-form.ts'
import { formOf } from '../modules/module-forms.ts'
import { AudienceSection } from './audience-section.tsx'
import { fieldNames, type NewCampaign, startOf } from './campaign-form.ts'
import type { CampaignValues } from './campaign-values.ts'
import { fieldLabels } from './field-labels.ts'
import { LimitSection } from './limit-section.tsx'
import { NoticesSection } from './notices-section.tsx'
import { OrganizationLinkSection } from './organization-link-section.tsx'
import { ReidentificationSection } from './people-section.tsx'
import { PriceSection } from './price-section.tsx'
import { QuestionsSection } from './questions-section.tsx'
import { RecipientsSection } from './recipients-section.tsx'
import { ScheduleSection } from './schedule-section.tsx'
import type { SectionProps } from './section-props.ts'
import { shownPrices } from './shown-prices.ts'
import { TargetingSection } from './targeting-section.tsx'
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
  const [draft, setDraft] = useState<NewCampaign>()
  const pricesFor = (values: CampaignValues) =>
    shownPrices(values, props.initialValues, {
      clientPrice: draft?.price ?? props.clientPrice,
      advancedPrice: draft?.advancedPrice ?? props.advancedPrice,
      wholesalePrice: draft?.priceMinimum ?? props.wholesale,
      priceMinimum: draft?.priceMinimum ?? props.minimumPrice,
    })
  const maximum = draft?.priceMaximum ?? props.maximumPrice
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
      {props.isNew && <ClientStart form={form} onBegin={setDraft} />}
      <FormPage form={server} submitLabel={props.submitLabel} onCancel={() => void navigate({ to: props.cancelTo })}>
        <BasicsSection form={form} clientField={props.choosesClient ? <ClientField form={form} /> : null} />
        <Source form={form} />
        <ScheduleSection form={form} />
        <TargetingSection form={form} />
        <Required form={form} />
        <ReidentificationSection form={form} />
        <QuestionsSection form={form} questions={draft?.questions ?? props.questions ?? []} />
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
            {props.maySetPrices && <NoticesSection form={form} people={draft?.notify_choices ?? props.people ?? []} />}
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

/** `clientField`: selects the client, if an agency creates the campaign. */
function BasicsSection({ form, clientField }: SectionProps & { clientField: ReactNode }) {
  const t = useT()
  return (
    <FormSection title={t('Basics')} description={t('The campaign’s name in lists, reports and emails.')}>
      {clientField}
      <TextInput
        label={t('Campaign name')}
        withAsterisk
        maxLength={255}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormSection>
  )
}

/** Selects the client for whom the agency creates the campaign. */
function ClientField({ form }: SectionProps) {
  const t = useT()
  const clients = useClientSearch(form.values.clientId)
  return (
    <SearchSelect
      {...form.getInputProps('clientId')}
      {...clients}
      label={t('Client')}
      withAsterisk
      placeholder={t('Search clients')}
      onChoose={(value) => {
        form.setFieldValue('clientId', value ?? '')
        // Audiences and organizations belong to a client, so clear them.
        form.setFieldValue('includeAudiences', [])
        form.setFieldValue('excludeAudiences', [])
        form.setFieldValue('organizationId', '')
        form.setFieldValue('externalCampaignId', '')
      }}
    />
  )
}

/** Once the client is known, fills the fields that the user has not touched with the client's defaults. */
function ClientStart({ form, onBegin }: SectionProps & { onBegin: (begun: NewCampaign) => void }) {
  const { module } = useModule()
  const { clientId } = form.values
  const answer = useCall(readNewCampaign, { params: { companyId: clientId, module } }, { enabled: clientId !== '' })
  const draft = answer.data?.data
  const begin = useEffectEvent((data: NewCampaign) => {
    onBegin(data)
    const fields = Object.entries(startOf(data)).filter(([field]) => !form.isTouched(field))
    const values = Object.fromEntries(fields) as Partial<CampaignValues>
    form.setValues(values)
    // The user did not type these, so they do not count as unsaved input.
    form.resetDirty({ ...form.getInitialValues(), ...values })
  })
  useEffect(() => {
    if (draft) begin(draft)
  }, [draft])
  return <OptionsFailure of={answer} />
}
