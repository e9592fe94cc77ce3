import { Select, Textarea } from '@mantine/core'
import { locationTargets, type CampaignDetail } from '#contract/campaigns/campaign.ts'
import { listCampaignCounts, queueCount, readCampaignCounts } from '#contract/keywords/counts.ts'
import { useAction } from '../../api/hooks.ts'
import { msg, useT, type Text } from '../../i18n/texts.tsx'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { bodyOf, fieldNames, startOf, validateCount, type CountValues } from './count-form.ts'
import { PlacesFields } from './places-fields.tsx'

const targetNames: Record<(typeof locationTargets)[number], Text> = {
  'National Targeting': msg('National Targeting'),
  State: msg('State'),
  'Zip Code': msg('Zip Code'),
}

type Props = { campaignId: string; campaign: CampaignDetail; onClose: () => void }

/** The form for a new count, prefilled with the campaign's keywords and location. */
export function CountDialog({ campaignId, campaign, onClose }: Props) {
  const t = useT()
  const action = useAction(queueCount, { invalidates: [readCampaignCounts, listCampaignCounts] })
  const form = useServerForm<CountValues, { message: string }>({
    initialValues: startOf(campaign),
    validate: (values) => validateCount(values, t),
    send: (values) => action.mutateAsync({ body: bodyOf(campaignId, values) }),
    onDone: notifyAndClose(onClose),
    fieldNames,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Count people')}
      description={t('We count the people who searched for these keywords in the past 7 days, each person once.')}
      form={form}
      submitLabel={t('Count people')}
      size="lg"
    >
      <div data-wide>
        <Textarea
          data-autofocus
          label={t('Keywords')}
          description={t('One per line. Use quotes for an exact match and a leading hyphen to exclude.')}
          withAsterisk
          autosize
          minRows={3}
          maxRows={10}
          {...form.form.getInputProps('keyword')}
        />
      </div>
      <div data-wide>
        <Select
          label={t('Target Location')}
          allowDeselect={false}
          data={locationTargets.map((value) => ({ value, label: t(targetNames[value]) }))}
          {...form.form.getInputProps('target')}
        />
      </div>
      <PlacesFields form={form.form} />
    </FormDialog>
  )
}
