import { Button, Group, NativeSelect, Select, Stack, Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import { readMailChoices, saveQuietHours } from '#contract/people/mail-choices.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import { useAction } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { notify } from '../../../shells/notify.tsx'
import { timeZoneOptions } from '../../../ui/time-zones.ts'

type Hours = AnswerOf<typeof readMailChoices>['data']['quiet_hours']

const clockHours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** The hours in which emails that can wait do so. */
export function QuietHours({ hours }: { hours: Hours }) {
  const t = useT()
  const me = useMe()
  const [isOn, setOn] = useState(hours !== null)
  const [from, setFrom] = useState(String(hours?.from ?? 20))
  const [until, setUntil] = useState(String(hours?.until ?? 8))
  const [zone, setZone] = useState<string | null>(hours?.timezone ?? me.timeZone)
  const zones = useMemo(() => timeZoneOptions(zone ?? me.timeZone), [zone, me.timeZone])
  const save = useAction(saveQuietHours, {
    invalidates: [readMailChoices],
    onDone: ({ message }) => notify('success', t(message)),
  })
  const submit = (): void =>
    save.mutate(
      {
        body: {
          quiet_hours: isOn ? { from: Number(from), until: Number(until), timezone: zone ?? me.timeZone } : null,
        },
      },
      { onError: ({ message }) => notify('warning', message) },
    )
  return (
    <Stack gap="sm">
      <Switch
        label={t('Quiet hours')}
        description={t(
          'Emails wait until these hours are over. Those about your account or money, new leads, reports and problems of deliveries don’t wait.',
        )}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      <Group align="end" gap="md">
        {isOn && (
          <>
            <NativeSelect
              label={t('Quiet from')}
              data={clockHours}
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
            <NativeSelect
              label={t('Quiet until')}
              data={clockHours}
              value={until}
              onChange={(event) => setUntil(event.currentTarget.value)}
            />
            <Select
              label={t('Time zone')}
              data={zones}
              searchable
              limit={50}
              allowDeselect={false}
              nothingFoundMessage={t('No time zone has this name.')}
              value={zone}
              onChange={setZone}
            />
          </>
        )}
        <Button variant="default" loading={save.isPending} disabled={isOn && from === until} onClick={submit}>
          {t('Save quiet hours')}
        </Button>
      </Group>
    </Stack>
  )
}
