import type { UseFormReturnType } from '@mantine/form'
import type { CampaignValues } from './campaign-values.ts'

/** What every section of the campaign form is given. */
export type SectionProps = { form: UseFormReturnType<CampaignValues> }
