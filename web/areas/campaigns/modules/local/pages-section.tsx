import { useT } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import { LinesField } from '../../setup/lines-field.tsx'
import type { SectionProps } from '../../setup/section-props.ts'

/** Pages of the site on which visitors become leads. */
export function PagesSection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection
      title={t('Pages')}
      description={t('The pages where visitors become leads. Visits to other pages and conversions are still counted.')}
    >
      <LinesField
        form={form}
        name="includePages"
        maxRows={10}
        label={t('Only these pages')}
        description={t(
          'One page per line: a path, or a host and path. Use * as a wildcard. Leave blank for all pages.',
        )}
        placeholder={'/pricing*\n/blog/*\nshop.example.com/*'}
      />
      <LinesField
        form={form}
        name="excludePages"
        maxRows={10}
        label={t('Not these pages')}
        description={t('Same format. These override the pages above.')}
        placeholder={'/careers*\n*.example.com/help/*'}
      />
    </FormSection>
  )
}
