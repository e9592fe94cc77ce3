import { updateEnhanceCampaign } from '#contract/campaigns/campaigns.ts'
import { minInformation, listEnhanceLocations } from '#contract/identity/advance-information.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useFormat } from '../../../../i18n/format.ts'
import { useT } from '../../../../i18n/texts.tsx'
import type { StateOptions } from '../../../../shells/use-all-states.ts'
import type { CampaignValues } from '../../setup/campaign-values.ts'
import { form as searchForm } from '../locator/form.ts'
import type { ModuleForm } from '../module-form.ts'
import { LeastLeads } from './least-leads.tsx'
import { RecordSection } from './record-section.tsx'

/** In addition to Search ID's values. */
declare module '../own-values.ts' {
  interface ValuesOfModules {
    leastKnown: string
    information: string[]
  }
}

/** Enhance ID: what people search for, and how complete their records must be. */
export const form: ModuleForm = {
  ...searchForm,
  update: updateEnhanceCampaign,
  Required: RecordSection,
  LimitNote: LeastLeads,
  useStates: useSuppliedStates,
  start: { ...searchForm.start, leastKnown: String(minInformation), information: [] },
  people: { requireEmail: true, requirePhone: true, requireAddress: true },
  valuesOf: (campaign) => ({
    ...searchForm.valuesOf(campaign),
    leastKnown: String(campaign.informationminimum ?? minInformation),
    information: campaign.listAdvanceInformationId ?? [],
  }),
  fieldsOf: (values) => ({
    ...searchForm.fieldsOf(values),
    informationminimum: Number(values.leastKnown),
    listAdvanceInformationId: values.information,
  }),
  fieldNames: {
    ...searchForm.fieldNames,
    informationminimum: 'leastKnown',
    listAdvanceInformationId: 'information',
  },
}

/** The states by name. Those with too few people with complete records show the number and are disabled (C098). */
function useSuppliedStates({ leastKnown, states }: CampaignValues): StateOptions {
  const t = useT()
  const format = useFormat()
  const query = useCall(listEnhanceLocations, { query: { informationminimum: Number(leastKnown) || minInformation } })
  const options = query.data?.data.map(({ code, name, enough, persons }) =>
    enough
      ? { value: code, label: name }
      : {
          value: code,
          label: t('{state} – too few people: {persons} of {minimum}', {
            state: name,
            persons: format.number(persons),
            minimum: format.number(query.data!.minimum),
          }),
          // A state already in the campaign can still be removed.
          disabled: !states.includes(code),
        },
  )
  return { options, query }
}
