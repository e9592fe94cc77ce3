import { listAudiences, removeAudience, type Audience } from '#contract/audiences/audiences.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './audiences.module.css'

type RemoveAudienceDialogProps = { audience: Audience; onClose: () => void }

/** What campaigns use is not removed: said before anybody tries, with their names. */
export function RemoveAudienceDialog({ audience, onClose }: RemoveAudienceDialogProps) {
  const t = useT()
  const name = isolate(audience.audience_name)
  if (audience.uses.length > 0)
    return (
      <Dialog opened onClose={onClose} title={t('{name} is in use', { name })} size="sm">
        {t(
          '{count, plural, one {# campaign uses it.} other {# campaigns use it.}} Take it out in their settings first.',
          { count: audience.uses.length },
        )}
        <ul className={styles.names}>
          {audience.uses.map((use) => (
            <li key={use.campaignId}>
              <Bdi>{use.campaignName}</Bdi>
            </li>
          ))}
        </ul>
      </Dialog>
    )
  return (
    <ConfirmAction
      title={t('Remove {name}?', { name })}
      confirmLabel={t('Remove audience')}
      operation={removeAudience}
      input={{ params: { id: audience.audience_id } }}
      invalidates={[listAudiences]}
      onClose={onClose}
    >
      {t('Nobody is removed: only the conditions are. This cannot be undone.')}
    </ConfirmAction>
  )
}
