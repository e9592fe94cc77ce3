import { Checkbox, Select, TagsInput } from '@mantine/core'
import { maxReportRecipients } from '#contract/campaigns/campaign.ts'
import { readEmailAddress } from '#contract/core/email-address.ts'
import { reportEvery } from '#contract/campaigns/notices.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import { reportEveryNames } from '../names.ts'
import type { SectionProps } from './section-props.ts'

export function RecipientsSection({ form, maySetPrices }: SectionProps & { maySetPrices: boolean }) {
  const t = useT()
  const { recipients } = form.values
  return (
    <FormSection title={t('Report recipients')} description={t('Receive new leads by email.')}>
      <div data-wide>
        <TagsInput
          label={t('Email addresses')}
          description={t('Up to {most}. Press Enter, comma or space after each address.', {
            most: maxReportRecipients,
          })}
          placeholder={recipients.length === 0 ? 'name@example.com' : undefined}
          splitChars={[',', ' ', ';', '\n']}
          maxTags={maxReportRecipients}
          clearable
          {...form.getInputProps('recipients')}
          onChange={(addresses) =>
            form.setFieldValue(
              'recipients',
              addresses.map((address) => readEmailAddress(address) ?? address.trim()),
            )
          }
        />
      </div>
      <Select
        label={t('Frequency')}
        description={t('In the campaign’s time zone.')}
        data={reportEvery.map((value) => ({ value, label: t(reportEveryNames[value]) }))}
        allowDeselect={false}
        {...form.getInputProps('reportEvery')}
      />
      {maySetPrices && (
        <div data-wide>
          <Checkbox
            label={t('Hide phone numbers from the client')}
            description={t('In lists, files, emails and webhooks.')}
            {...form.getInputProps('hidesPhone', { type: 'checkbox' })}
          />
        </div>
      )}
    </FormSection>
  )
}
