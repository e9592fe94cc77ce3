import { listOrganizations, removeOrganization, type Organization } from '#contract/audiences/organizations.ts'
import { useAction } from '../../api/hooks.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { ConfirmDialog } from '../../shells/confirm-dialog.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { notifyDone } from '../../shells/notify.tsx'

type RemoveOrganizationDialogProps = { organization: Organization; onClose: () => void }

/** What campaigns are tied to is not removed: said before anybody tries. */
export function RemoveOrganizationDialog({ organization, onClose }: RemoveOrganizationDialogProps) {
  const t = useT()
  const remove = useAction(removeOrganization, {
    invalidates: [listOrganizations],
    onDone: ({ message }) => {
      notifyDone(t(message))
      onClose()
    },
  })
  const name = isolate(organization.organizationName)
  if (organization.uses > 0)
    return (
      <Dialog opened onClose={onClose} title={t('{name} is in use', { name })} size="sm">
        {t(
          '{count, plural, one {# campaign is tied to it.} other {# campaigns are tied to it.}} Untie them in their settings first.',
          { count: organization.uses },
        )}
      </Dialog>
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Remove {name}?', { name })}
      confirmLabel={t('Remove organization')}
      danger
      onConfirm={() => remove.mutate({ params: { id: organization.organizationId } })}
      submitting={remove.isPending}
      submitError={remove.error}
    >
      {t('It leaves the list with its campaigns there. This cannot be undone.')}
    </ConfirmDialog>
  )
}
