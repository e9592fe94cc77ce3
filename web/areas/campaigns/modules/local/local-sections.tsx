import type { SectionProps } from '../../setup/section-props.ts'
import { ReidentificationSection, RequiredFieldsSection } from './people-section.tsx'
import { TargetingSection } from './targeting-section.tsx'

/** Site ID's own sections: where its persons live, what must be known of them and whether they come again. */
export function LocalSections({ form }: SectionProps) {
  return (
    <>
      <TargetingSection form={form} />
      <RequiredFieldsSection form={form} />
      <ReidentificationSection form={form} />
    </>
  )
}
