import { TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { readNewCampaign } from '#contract/campaigns/campaigns.ts'
import { useCall } from '../../../api/hooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { joinWords, useT } from '../../../i18n/texts.tsx'
import { useModule } from '../../../session/module.ts'
import { FormSection } from '../../../shells/form-page.tsx'
import { OptionsFailure } from '../../../shells/options-failure.tsx'
import { useClientSearch } from '../../../shells/owners/client-search.ts'
import { SearchSelect } from '../../../shells/search-select.tsx'
import { limitBrief } from './briefs.ts'
import { startOf, type NewCampaign } from './campaign-form.ts'
import type { CampaignValues } from './campaign-values.ts'
import type { SectionProps } from './section-props.ts'
import styles from './setup.module.css'

/** `clientField`: selects the client, if an agency creates the campaign. */
export function BasicsSection({ form, clientField }: SectionProps & { clientField: ReactNode }) {
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
export function ClientField({ form, draft }: SectionProps & { draft: NewCampaign | undefined }) {
  const t = useT()
  const clients = useClientSearch(form.values.clientId)
  return (
    <div>
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
      {draft && <StartNote draft={draft} />}
    </div>
  )
}

/** Says what choosing the client has filled in, since most of it is folded. */
function StartNote({ draft }: { draft: NewCampaign }) {
  const t = useT()
  const format = useFormat()
  const limit = limitBrief({ limit: String(draft.leadLimit), limitPeriod: draft.limitPeriod }, { t, format })
  const values = [limit, ...(draft.siteUrl === '' ? [] : [isolate(draft.siteUrl)])]
  return (
    <p className={styles.hint} role="status">
      {t('From the client’s defaults: {values}.', { values: joinWords(values, t) })}
    </p>
  )
}

/** Once the client is known, fills the fields that the user has not touched with the client's defaults. */
export function ClientStart({ form, onBegin }: SectionProps & { onBegin: (begun: NewCampaign) => void }) {
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
