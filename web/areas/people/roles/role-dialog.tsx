import { TextInput } from '@mantine/core'
import { listRoles, saveRole, toRoleModule, type Role } from '#contract/people/roles.ts'
import { listCompanies } from '#contract/companies/companies.ts'
import { useAction } from '../../../api/hooks.ts'
import { msg, useT } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { useServerForm } from '../../../shells/server-form.ts'
import { notifyAndClose } from '../../../shells/notify.tsx'
import { PermissionGrid } from './permission-grid.tsx'

type RoleDialogProps = {
  role: Role | null
  onClose: () => void
  /** Restarts the form with the stored role. */
  onReload: () => void
}

const fieldLabels = { roleName: msg('Role name'), menus: msg('Permissions') }

/** Adds or edits a role. Remount it per role, because the initial values are read once. */
export function RoleDialog({ role, onClose, onReload }: RoleDialogProps) {
  const t = useT()
  const me = useMe()
  const save = useAction(saveRole, { invalidates: [listRoles, listCompanies] })
  const server = useServerForm({
    initialValues: { roleName: role?.roleName ?? '', menus: role?.menus ?? toRoleModule({}) },
    validate: { roleName: (name: string) => (name.trim() ? null : t('Enter a name for the role')) },
    conflict: { onReload, labels: fieldLabels },
    send: ({ roleName, menus }, overwriting) => {
      const of = role && { roleId: role.roleId, version: String(overwriting ?? role.version) }
      return save.mutateAsync({ body: { companyId: me.companyId, roleName, menus, ...of } })
    },
    onDone: notifyAndClose(onClose),
  })
  const { form } = server
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={role ? t('Edit role') : t('Add role')}
      description={t('What administrators with this role can do. A flag applies only while its menu is enabled.')}
      form={server}
      submitLabel={t('Save role')}
    >
      <div data-wide>
        <TextInput
          data-autofocus
          label={t('Role name')}
          withAsterisk
          maxLength={100}
          {...form.getInputProps('roleName')}
        />
      </div>
      <PermissionGrid
        label={t('Permissions')}
        value={form.values.menus}
        onChange={(value) => form.setFieldValue('menus', value)}
        error={form.errors['menus']}
      />
    </FormDialog>
  )
}
