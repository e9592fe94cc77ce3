import { NumberInput, TextInput } from '@mantine/core'
import { listCommissionStaff, readCommissions } from '#contract/commissions/commissions.ts'
import { setCommissionRate } from '#contract/commissions/pay.ts'
import { useAction } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import type { Person } from './person.ts'

const highest = 50

/** Sets the share of collected payments that a sales person earns, from a given day on. */
export function RateDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const { mutateAsync } = useAction(setCommissionRate, { invalidates: [listCommissionStaff, readCommissions] })
  const server = useServerForm<{ percent: string | number; validFrom: string }, { message: string }>({
    initialValues: { percent: person.percent, validFrom: '' },
    validate: {
      percent: (value) =>
        value !== '' && Number(value) >= 0 && Number(value) <= highest
          ? null
          : t('Enter a percentage from 0 to 50 with at most two decimals.'),
    },
    fieldNames: { valid_from: 'validFrom' },
    send: ({ percent, validFrom }) =>
      mutateAsync({
        body: {
          companyId: me.companyId,
          salesId: person.user_id,
          percent: Number(percent),
          ...(validFrom !== '' && { valid_from: validFrom }),
        },
      }),
    onDone: notifyAndClose(onClose),
  })
  const { form } = server
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Commission of {name}', { name: isolate(person.full_name) })}
      description={t('Earlier payments keep the rate of their date.')}
      form={server}
      submitLabel={t('Set commission')}
    >
      <NumberInput
        data-autofocus
        label={t('Commission')}
        withAsterisk
        min={0}
        max={highest}
        decimalScale={2}
        allowNegative={false}
        clampBehavior="none"
        hideControls
        rightSection="%"
        {...form.getInputProps('percent')}
      />
      <TextInput
        type="date"
        label={t('Valid from')}
        description={t('Leave blank for today.')}
        {...form.getInputProps('validFrom')}
      />
    </FormDialog>
  )
}
