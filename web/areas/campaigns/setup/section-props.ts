import type { UseFormReturnType } from '@mantine/form'
import type { CampaignValues } from './campaign-form.ts'

/** What every section of the campaign form is given. */
export type SectionProps = { form: UseFormReturnType<CampaignValues> }
