import { useT } from '../../i18n/texts.tsx'
import { CopyField } from '../../shells/copy-field.tsx'
import { ShowOnceDialog } from '../../shells/show-once-dialog.tsx'
import styles from './developers.module.css'
import type { Shown } from './show-key.tsx'

/** A key with its secret. */
export function SecretDialog({ secret, onClose }: { secret: Shown; onClose: () => void }) {
  const t = useT()
  return (
    <ShowOnceDialog opened onClose={onClose} title={t('Your key')} size="lg" confirmLabel={t('I’ve saved it')}>
      <div className={styles.stack}>
        <CopyField label={t('Client ID')} value={secret.client_id} />
        <CopyField
          label={t('Secret key')}
          description={t('Keep it on your servers, never in pages or apps. To see it again you need your password.')}
          value={secret.secret_key}
        />
      </div>
    </ShowOnceDialog>
  )
}
