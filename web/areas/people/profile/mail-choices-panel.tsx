import { Skeleton, Stack, Switch } from '@mantine/core'
import { mailKinds, type MailKind } from '#contract/mails/kinds.ts'
import { readMailChoices, saveMailChoice } from '#contract/people/mail-choices.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { notify } from '../../../shells/notify.tsx'
import { Card } from '../../../ui/card.tsx'

/** Which kinds of emails the user gets. Those that are always sent say why. */
export function MailChoicesPanel() {
  const { data, error, refetch } = useCall(readMailChoices, {})
  return (
    <Card>
      {error && !data && <FailureNote failure={error} onRetry={refetch} />}
      {!error && !data && <Skeleton height={320} radius="lg" />}
      {data && (
        <Stack gap="md">
          {data.data.kinds.map(({ kind, wanted }) => (
            <KindSwitch key={kind} kind={kind} wanted={wanted} />
          ))}
        </Stack>
      )}
    </Card>
  )
}

function KindSwitch({ kind, wanted }: { kind: MailKind; wanted: boolean }) {
  const t = useT()
  const { label, mayStop, about } = mailKinds[kind]
  const save = useAction(saveMailChoice, {
    invalidates: [readMailChoices],
    onDone: ({ message }) => notify('success', t(message)),
  })
  return (
    <Switch
      label={t(label)}
      description={t(about)}
      checked={wanted}
      disabled={!mayStop || save.isPending}
      onChange={(event) =>
        save.mutate(
          { body: { kind, wanted: event.currentTarget.checked } },
          { onError: ({ message }) => notify('warning', message) },
        )
      }
    />
  )
}
