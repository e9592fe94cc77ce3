import type { UseFormReturnType } from '@mantine/form'
import type { CampaignValues } from './campaign-values.ts'

/** Props of every section of the campaign form. */
export type SectionProps = { form: UseFormReturnType<CampaignValues> }
