import { readCredentials, removeCredential } from '#contract/developers/credentials.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { ConfirmAction } from '../../shells/confirm-action.tsx'

export function RemoveKey({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const t = useT()
  const me = useMe()
  return (
    <ConfirmAction
      title={t('Remove this key?')}
      confirmLabel={t('Remove key')}
      operation={removeCredential}
      input={{ params: { companyId: me.companyId, clientId } }}
      invalidates={[readCredentials]}
      onClose={onClose}
    >
      <p>{t('Software using {id} loses access immediately. This cannot be undone.', { id: isolate(clientId) })}</p>
    </ConfirmAction>
  )
}
