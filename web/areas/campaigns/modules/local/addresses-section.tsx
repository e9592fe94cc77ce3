import { useT } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import { LinesField } from '../../setup/lines-field.tsx'
import type { SectionProps } from '../../setup/section-props.ts'

/** IP addresses whose visits are counted but never become leads. */
export function AddressesSection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection
      title={t('Excluded addresses')}
      description={t('Visits from these IP addresses are counted but never become leads, such as your own office.')}
    >
      <LinesField
        form={form}
        name="excludeAddresses"
        label={t('IP addresses')}
        description={t('One address or range per line. The pixel can’t be tested from them.')}
        placeholder={'203.0.113.7\n198.51.100.0/24\n2001:db8:1::/48'}
      />
    </FormSection>
  )
}
