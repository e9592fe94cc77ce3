import { Button } from '@mantine/core'
import { createCredential, readCredentials, revealCredential, type KeyMode } from '#contract/developers/credentials.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { notifyFailed } from '../../shells/notify.tsx'

/** A key with its secret. */
export type Shown = { client_id: string; secret_key: string }

type ShowKeyProps = { onShown: (shown: Shown) => void }

/** The server requires a recent proof of identity, sends a notice by email, and writes to the audit log. */
export function CreateKey({ onShown, mode }: ShowKeyProps & { mode: KeyMode }) {
  const t = useT()
  const me = useMe()
  const make = useAction(createCredential, { invalidates: [readCredentials], onDone: ({ data }) => onShown(data.user) })
  const body = { subdomain: location.hostname, email: me.email, mode }
  return (
    <Button
      variant={mode === 'live' ? 'filled' : 'default'}
      loading={make.isPending}
      onClick={() => make.mutate({ body }, { onError: ({ message }) => notifyFailed(message) })}
    >
      {mode === 'live' ? t('Create key') : t('Create test key')}
    </Button>
  )
}

export function ShowSecret({ clientId, onShown }: ShowKeyProps & { clientId: string }) {
  const t = useT()
  const me = useMe()
  const reveal = useAction(revealCredential, { invalidates: [], onDone: ({ data }) => onShown(data) })
  const input = { params: { companyId: me.companyId }, body: { client_id: clientId } }
  return (
    <Button
      variant="default"
      size="xs"
      loading={reveal.isPending}
      onClick={() => reveal.mutate(input, { onError: ({ message }) => notifyFailed(message) })}
    >
      {t('Show secret key')}
    </Button>
  )
}
