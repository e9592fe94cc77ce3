import { listOrganizations, removeOrganization, type Organization } from '#contract/audiences/organizations.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { ConfirmAction } from '../../shells/confirm-action.tsx'
import { Dialog } from '../../shells/dialog.tsx'

type RemoveOrganizationDialogProps = { organization: Organization; onClose: () => void }

/** Explains that an organization linked to campaigns cannot be removed, before anyone tries. */
export function RemoveOrganizationDialog({ organization, onClose }: RemoveOrganizationDialogProps) {
  const t = useT()
  const name = isolate(organization.organizationName)
  if (organization.uses > 0)
    return (
      <Dialog opened onClose={onClose} title={t('{name} is in use', { name })} size="sm">
        {t(
          '{count, plural, one {# campaign is linked to it.} other {# campaigns are linked to it.}} Unlink them in their settings first.',
          { count: organization.uses },
        )}
      </Dialog>
    )
  return (
    <ConfirmAction
      title={t('Remove {name}?', { name })}
      confirmLabel={t('Remove organization')}
      operation={removeOrganization}
      input={{ params: { id: organization.organizationId } }}
      invalidates={[listOrganizations]}
      onClose={onClose}
    >
      {t('Its external campaigns are removed with it. This cannot be undone.')}
    </ConfirmAction>
  )
}
