import { NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { mailFrequencies, mailKinds, mayBe, type MailFrequency, type MailKind } from '#contract/mails/kinds.ts'
import { readMailChoices, saveMailChoice } from '#contract/people/mail-choices.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { notify } from '../../../shells/notify.tsx'
import { Card } from '../../../ui/card.tsx'
import styles from './profile.module.css'
import { PushBrowser } from './push-browser.tsx'
import { QuietHours } from './quiet-hours.tsx'

/** Which kinds of emails the user gets, how often and when not. Those that are always sent say why. */
export function MailChoicesPanel() {
  const { data, error, refetch } = useCall(readMailChoices, {})
  return (
    <Card>
      {error && !data && <FailureNote failure={error} onRetry={refetch} />}
      {!error && !data && <Skeleton height={320} radius="lg" />}
      {data && (
        <Stack gap="lg">
          {data.data.kinds.map(({ kind, frequency }) => (
            <KindChoice key={kind} kind={kind} frequency={frequency} />
          ))}
          <PushBrowser />
          <QuietHours key={JSON.stringify(data.data.quiet_hours)} hours={data.data.quiet_hours} />
        </Stack>
      )}
    </Card>
  )
}

const frequencyTexts = {
  now: msg('At once'),
  day: msg('Once a day'),
  week: msg('Once a week'),
  push: msg('Notice in the browser'),
  app: msg('In the inbox only'),
  off: msg('Off'),
} as const satisfies Record<MailFrequency, string>

function KindChoice({ kind, frequency }: { kind: MailKind; frequency: MailFrequency }) {
  const t = useT()
  const { label, about } = mailKinds[kind]
  const save = useAction(saveMailChoice, {
    invalidates: [readMailChoices],
    onDone: ({ message }) => notify('success', t(message)),
  })
  const choices = mailFrequencies.filter((one) => mayBe(kind, one))
  // With nothing to choose but off, a kind has its own time: a summary in the morning, a statement by month.
  const isOnlyOnOrOff = choices.join() === 'now,off'
  const id = useId()
  return (
    <div className={styles.choice}>
      <div>
        <Text component="label" htmlFor={id} fw={600} size="sm">
          {t(label)}
        </Text>
        <Text id={`${id}-about`} c="dimmed" size="sm">
          {t(about)}
        </Text>
      </div>
      {choices.length === 1 ? (
        <output id={id} className={styles.always}>
          {t('Always sent')}
        </output>
      ) : (
        <NativeSelect
          id={id}
          aria-describedby={`${id}-about`}
          value={frequency}
          disabled={save.isPending}
          data={choices.map((value) => ({
            value,
            label: t(isOnlyOnOrOff && value === 'now' ? 'On' : frequencyTexts[value]),
          }))}
          onChange={(event) =>
            save.mutate(
              { body: { kind, frequency: event.currentTarget.value as MailFrequency } },
              { onError: ({ message }) => notify('warning', message) },
            )
          }
        />
      )}
    </div>
  )
}
