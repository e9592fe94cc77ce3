import { useT } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import { LinesField } from '../../setup/lines-field.tsx'
import type { SectionProps } from '../../setup/section-props.ts'

/** Where else visitors come from. */
export function MoreSitesSection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection
      title={t('More sites')}
      description={t('Other sites whose visitors become leads of this campaign. Each gets a pixel of its own.')}
    >
      <LinesField
        form={form}
        name="moreSites"
        label={t('Addresses of more sites')}
        description={t('One address per line. A pixel ends when its address is taken away or changed.')}
        placeholder={'https://shop.example.com\nhttps://www.example.org'}
      />
    </FormSection>
  )
}
