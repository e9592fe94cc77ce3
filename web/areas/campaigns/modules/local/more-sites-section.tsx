import { useT } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import { LinesField } from '../../setup/lines-field.tsx'
import type { SectionProps } from '../../setup/section-props.ts'

/** Additional sites of the campaign. */
export function MoreSitesSection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection
      title={t('More sites')}
      description={t('Other sites whose visitors become leads in this campaign. Each gets its own pixel.')}
    >
      <LinesField
        form={form}
        name="moreSites"
        label={t('Additional site URLs')}
        description={t('One URL per line. Removing or changing a URL disables its pixel.')}
        placeholder={'https://shop.example.com\nhttps://www.example.org'}
      />
    </FormSection>
  )
}
