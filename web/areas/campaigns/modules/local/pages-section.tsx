import { Textarea } from '@mantine/core'
import { useT } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import type { SectionProps } from '../../setup/section-props.ts'

const lines = { dir: 'ltr', autosize: true, minRows: 2, maxRows: 10, spellCheck: false } as const

/** On which pages of the site visitors become leads. */
export function PagesSection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection
      title={t('Pages')}
      description={t(
        'On which pages visitors become leads. Visits of other pages are counted, and so are conversions.',
      )}
    >
      <div data-wide>
        <Textarea
          {...lines}
          label={t('Only these pages')}
          description={t(
            'One page per line: a path, or a host and a path. A star stands for anything. Leave empty for all pages.',
          )}
          placeholder={'/pricing*\n/blog/*\nshop.example.com/*'}
          {...form.getInputProps('includePages')}
        />
      </div>
      <div data-wide>
        <Textarea
          {...lines}
          label={t('Not these pages')}
          description={t('Written in the same way. They come before the pages above.')}
          placeholder={'/careers*\n*.example.com/help/*'}
          {...form.getInputProps('excludePages')}
        />
      </div>
    </FormSection>
  )
}
