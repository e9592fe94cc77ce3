import { updateEnhanceCampaign } from '#contract/campaigns/campaigns.ts'
import { minInformation } from '#contract/identity/advance-information.ts'
import { form as searchForm } from '../locator/form.ts'
import type { ModuleForm } from '../module-form.ts'
import { LeastLeads } from './least-leads.tsx'
import { RecordSection } from './record-section.tsx'
import { useSuppliedStates } from './use-supplied-states.ts'

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
