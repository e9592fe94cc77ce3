import { IconInfoCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaign.ts'
import { useT } from '../../../i18n/texts.tsx'
import { campaignPath } from '../../../paths/campaigns.ts'
import { useModule } from '../../../session/module.ts'
import { searchOf } from '../../../session/search.ts'
import { useStillHere } from '../../../session/still-here.ts'
import { FormPage } from '../../../shells/form-page.tsx'
import { openFolds } from '../../../shells/open-folds.ts'
import { useServerForm, type Revision } from '../../../shells/server-form.ts'
import { formOf } from '../modules/module-forms.ts'
import { blockerTexts } from '../names.ts'
import { BasicsSection, ClientField, ClientStart } from './basics-section.tsx'
import { FoldedSections } from './folded-sections.tsx'
import { fieldNames, type NewCampaign } from './campaign-form.ts'
import type { CampaignValues } from './campaign-values.ts'
import { fieldLabels } from './field-labels.ts'
import { QuestionsSection } from './questions-section.tsx'
import type { SectionProps } from './section-props.ts'
import styles from './setup.module.css'
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
  const { Source } = formOf(module.module)
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
      if (isHere())
        void navigate({
          to: campaignPath(module, data.campaignId),
          search: searchOf(props.isNew ? {} : { tab: 'settings' }),
        })
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
        <BasicsSection
          form={form}
          clientField={props.choosesClient ? <ClientField form={form} draft={draft} /> : null}
        />
        <Source form={form} />
        <QuestionsSection form={form} questions={draft?.questions ?? props.questions ?? []} />
        <StartNeeds form={form} />
        <FoldedSections {...props} form={form} prices={prices} people={draft?.notify_choices ?? props.people ?? []} />
      </FormPage>
    </>
  )
}

/** Says before saving what the campaign needs to start, while it lacks it. */
function StartNeeds({ form }: SectionProps) {
  const t = useT()
  const lacks = formOf(useModule().module).missing(form.values)
  return (
    <p className={styles.needs} role="status">
      {lacks.length > 0 && (
        <>
          <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          <span>
            {t('It can be saved now, but not started yet:')} {lacks.map((field) => t(blockerTexts[field]!)).join(' ')}
          </span>
        </>
      )}
    </p>
  )
}

/** Focuses the field named in the URL's hash, such as one that is missing. */
function goToNamedField(): void {
  const field = CSS.escape(location.hash.slice(1))
  const input = field && document.querySelector<HTMLElement>(`[data-path="${field}"]`)
  if (!input) return
  openFolds(input)
  input.scrollIntoView({ block: 'center' })
  input.focus({ preventScroll: true })
}
