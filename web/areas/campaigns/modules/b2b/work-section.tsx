import { listB2bInformation } from '#contract/identity/advance-information.ts'
import { useCall } from '../../../../api/hooks.ts'
import { useT } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import { RequiredFieldsSection } from '../../setup/people-section.tsx'
import type { SectionProps } from '../../setup/section-props.ts'
import { SentInformation } from '../../setup/sent-information.tsx'

/** Which data about a person is required, and which job and company data each lead includes. */
export function WorkSection({ form }: SectionProps) {
  const t = useT()
  const query = useCall(listB2bInformation, {})
  const kinds = query.data?.data.map(({ id, name }) => ({ value: id, label: t(name) }))
  return (
    <>
      <RequiredFieldsSection form={form} />
      <FormSection title={t('Job and company')} description={t('Extra information sent with each lead.')}>
        <SentInformation
          form={form}
          field="workInformation"
          description={t('Leave blank to send everything known.')}
          options={kinds}
          query={query}
        />
      </FormSection>
    </>
  )
}
