import { Button } from '@mantine/core'
import { revealCredential } from '#contract/developers/credentials.ts'
import { useAction } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { notifyFailed } from '../../shells/notify.tsx'

/** A key with its secret. */
export type Shown = { client_id: string; secret_key: string }

type ShowSecretProps = { clientId: string; onShown: (shown: Shown) => void }

/** The server requires a recent proof of identity, sends a notice by email, and writes to the audit log. */
export function ShowSecret({ clientId, onShown }: ShowSecretProps) {
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
