import { listAudiences, removeAudience, type Audience } from '#contract/audiences/audiences.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { InUseDialog } from './in-use-dialog.tsx'

type RemoveAudienceDialogProps = { audience: Audience; onClose: () => void }

export function RemoveAudienceDialog({ audience, onClose }: RemoveAudienceDialogProps) {
  const t = useT()
  const name = isolate(audience.audience_name)
  if (audience.uses.length > 0)
    return (
      <InUseDialog
        name={name}
        users={audience.uses.map((use) => ({ id: use.campaignId, name: use.campaignName }))}
        onClose={onClose}
      >
        {t(
          '{count, plural, one {# campaign uses it.} other {# campaigns use it.}} Remove it in their settings first.',
          { count: audience.uses.length },
        )}
      </InUseDialog>
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
      {t('Only the conditions are removed, no people. This cannot be undone.')}
    </ConfirmAction>
  )
}
