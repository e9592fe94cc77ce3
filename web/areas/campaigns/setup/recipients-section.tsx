import { TagsInput } from '@mantine/core'
import { maxReportRecipients } from '#contract/campaigns/campaign.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import type { SectionProps } from './section-props.ts'

export function RecipientsSection({ form }: SectionProps) {
  const t = useT()
  const { recipients } = form.values
  return (
    <FormSection title={t('Report recipients')} description={t('They get an e-mail with every new lead.')}>
      <div data-wide>
        <TagsInput
          label={t('E-mail addresses')}
          description={t('Up to {most}. Enter, a comma or a space ends an address.', { most: maxReportRecipients })}
          placeholder={recipients.length === 0 ? 'name@example.com' : undefined}
          splitChars={[',', ' ', ';', '\n']}
          maxTags={maxReportRecipients}
          clearable
          {...form.getInputProps('recipients')}
          onChange={(addresses) =>
            form.setFieldValue(
              'recipients',
              addresses.map((address) => address.trim()),
            )
          }
        />
      </div>
    </FormSection>
  )
}
