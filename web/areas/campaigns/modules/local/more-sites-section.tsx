import { Textarea } from '@mantine/core'
import { useT } from '../../../../i18n/texts.tsx'
import { FormSection } from '../../../../shells/form-page.tsx'
import type { SectionProps } from '../../setup/section-props.ts'

/** Where else visitors come from. */
export function MoreSitesSection({ form }: SectionProps) {
  const t = useT()
  return (
    <FormSection
      title={t('More sites')}
      description={t('Other sites whose visitors become leads of this campaign. Each gets a pixel of its own.')}
    >
      <div data-wide>
        <Textarea
          label={t('Addresses of more sites')}
          description={t('One address per line. A pixel ends when its address is taken away or changed.')}
          placeholder={'https://shop.example.com\nhttps://www.example.org'}
          dir="ltr"
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          {...form.getInputProps('moreSites')}
        />
      </div>
    </FormSection>
  )
}
