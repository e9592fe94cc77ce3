import { ActionIcon, Button, Stack } from '@mantine/core'
import { IconArrowBack } from '@tabler/icons-react'
import { useState } from 'react'
import { callbackPath, createCallback, removeCallback } from '#contract/integrations/callbacks.ts'
import { listDestinations, type DestinationRow } from '#contract/integrations/destinations.ts'
import { useAction } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { CopyField } from '../../../shells/copy-field.tsx'
import { Dialog } from '../../../shells/dialog.tsx'
import { DialogFooter } from '../../../shells/dialog-footer.tsx'
import { SubmitError } from '../../../shells/failure-note.tsx'
import { notifyDone } from '../../../shells/notify.tsx'
import { SecretDialog } from './secret-dialog.tsx'

/** What its software sends, as an example: never a real lead. */
const example = '{"lead_id": "…", "status": "won", "tags": ["callback"]}'

/** The address at which a destination's software says what became of a lead. */
export function CallbackButton({ destination, target }: { destination: DestinationRow; target: string }) {
  const t = useT()
  const { viewEndsAt } = useMe()
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  // Nobody gets a secret of a company that they only look into.
  if (viewEndsAt !== null) return null
  return (
    <>
      <ActionIcon
        aria-label={t('Callback address of {target}', { target: isolate(target) })}
        onClick={() => setOpen(true)}
      >
        <IconArrowBack size={17} stroke={1.75} />
      </ActionIcon>
      {isOpen && (
        <CallbackDialog
          destination={destination}
          onClose={() => setOpen(false)}
          onSecret={(newSecret) => {
            setOpen(false)
            setSecret(newSecret)
          }}
        />
      )}
      <SecretDialog
        secret={secret}
        about={t('Your software signs its callbacks with it. You won’t see it again.')}
        onClose={() => setSecret(null)}
      />
    </>
  )
}

type CallbackDialogProps = { destination: DestinationRow; onClose: () => void; onSecret: (secret: string) => void }

function CallbackDialog({ destination: { id, has_callback: isSet }, onClose, onSecret }: CallbackDialogProps) {
  const t = useT()
  const create = useAction(createCallback, {
    invalidates: [listDestinations],
    onDone: ({ data }) => onSecret(data.secret),
  })
  const removal = useAction(removeCallback, {
    invalidates: [listDestinations],
    onDone: ({ message }) => {
      notifyDone(t(message))
      onClose()
    },
  })
  const input = { body: { destination_id: id } }
  return (
    <Dialog opened onClose={onClose} title={t('Callback address')}>
      <p>
        {t(
          'Software at this destination can set the status and tags of leads that it got. The lead’s history says which destination did.',
        )}
      </p>
      {isSet && (
        <Stack gap="md">
          <CopyField label={t('Callback address')} value={`${location.origin}${callbackPath(id)}`} />
          <CopyField
            label={t('Message')}
            value={example}
            description={t(
              'As JSON by POST, signed as in Standard Webhooks. In place of lead_id, record_id names the record that HubSpot or Salesforce made of the lead.',
            )}
          />
        </Stack>
      )}
      <SubmitError failure={create.error ?? removal.error} />
      <DialogFooter>
        {isSet && (
          <Button variant="default" loading={removal.isPending} onClick={() => removal.mutate(input)}>
            {t('Remove address')}
          </Button>
        )}
        <Button loading={create.isPending} onClick={() => create.mutate(input)}>
          {isSet ? t('New secret') : t('Create address')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
