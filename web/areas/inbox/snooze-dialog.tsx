import { Button, TextInput } from '@mantine/core'
import type { InboxItem } from '#contract/inbox/inbox.ts'
import { serverNow_ms } from '../../api/server-clock.ts'
import { msg, useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { FormDialog } from '../../shells/form-dialog.tsx'
import { notifyDone } from '../../shells/notify.tsx'
import { useServerForm } from '../../shells/server-form.ts'
import { daysAhead } from './days-ahead.ts'
import styles from './inbox.module.css'
import type { InboxActions } from './use-inbox-actions.ts'
import { nameOfItem } from './words.ts'

const presets = [
  { days: 1, text: msg('Tomorrow') },
  { days: 3, text: msg('In 3 days') },
  { days: 7, text: msg('In a week') },
]

const dayAhead = (timeZone: string, days: number): string => daysAhead(timeZone, serverNow_ms(), days)

type SnoozeDialogProps = { row: InboxItem; actions: InboxActions; onClose: () => void }

/** Snoozes an item until a date. It reappears earlier if the same problem occurs again. */
export function SnoozeDialog({ row, actions, onClose }: SnoozeDialogProps) {
  const t = useT()
  const { timeZone } = useMe()
  const server = useServerForm<{ until: string }, unknown>({
    initialValues: { until: dayAhead(timeZone, 1) },
    send: ({ until }) => actions.snooze.mutateAsync({ body: { ...actions.bodyOf([row]), until } }),
    onDone: () => {
      notifyDone(t('{name} was snoozed.', nameOfItem(row)))
      onClose()
    },
  })
  const { form } = server
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Snooze')}
      description={t('Returns on that day, or sooner if it happens again.')}
      form={server}
      submitLabel={t('Snooze')}
      size="sm"
    >
      <div className={styles.presets}>
        {presets.map(({ days, text }) => (
          <Button
            key={days}
            size="xs"
            variant="default"
            aria-pressed={form.values.until === dayAhead(timeZone, days)}
            onClick={() => form.setFieldValue('until', dayAhead(timeZone, days))}
          >
            {t(text)}
          </Button>
        ))}
      </div>
      <TextInput
        data-wide
        data-autofocus
        type="date"
        label={t('Until')}
        withAsterisk
        min={dayAhead(timeZone, 1)}
        {...form.getInputProps('until')}
      />
    </FormDialog>
  )
}
