import { Select, Switch } from '@mantine/core'
import { fullAccess, listRoles, toOwnPermissions } from '#contract/people/roles.ts'
import { createUser, updateUser } from '#contract/companies/users.ts'
import { listCompanies, type CompanyRow } from '#contract/companies/companies.ts'
import { useAction, useCall } from '../../../api/hooks.ts'
import { msg, useT, type Translate } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { FormDialog } from '../../../shells/form-dialog.tsx'
import { useServerForm, type ServerForm } from '../../../shells/server-form.ts'
import { OptionsFailure } from '../../../shells/options-failure.tsx'
import { notifyAndClose } from '../../../shells/notify.tsx'
import { TwoFactorDemand } from '../../sign-in/second-factor/two-factor-demand.tsx'
import type { PersonFormProps } from './people-list.tsx'
import { PersonFields, personRules } from './person-fields.tsx'
import { PermissionGrid } from '../roles/permission-grid.tsx'
import { requestedRights } from './requested-rights.ts'
import { throwServerBusy } from '../../../shells/throw-server-busy.ts'

const valuesOf = (row: CompanyRow | null) => ({
  name: row?.name ?? '',
  email: row?.email ?? '',
  roleId: row?.administrator?.role_id || fullAccess,
  isOwn: row?.administrator?.permission_active === true,
  own: row?.administrator?.user_permissions ?? toOwnPermissions({}),
  twoFactorAuth: row?.administrator?.twoFactorAuth === true,
  getsNotices: row?.administrator?.getsNotices === true,
  isContact: row?.administrator?.isContact === true,
  isSupportContact: row?.administrator?.isSupportContact === true,
})
type Values = ReturnType<typeof valuesOf>

/** Invites or edits an administrator. Remount it per person, because the initial values are read once. */
export function AdministratorDialog({ row, onClose, onReload }: PersonFormProps) {
  const t = useT()
  const server = useAdministratorForm({ row, onClose, onReload }, t)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={row ? t('Edit administrator') : t('Invite administrator')}
      description={row ? undefined : t('We’ll email a link to set a password now. It works for 72 hours.')}
      form={server}
      submitLabel={row ? t('Save administrator') : t('Send invitation')}
    >
      <Fields server={server} isNew={row === null} />
    </FormDialog>
  )
}

const fieldLabels = {
  fullName: msg('Full name'),
  roleId: msg('Role'),
  permission_active: msg('Custom permissions'),
  user_permissions: msg('Permissions'),
  isContact: msg('Contact'),
  isSupportContact: msg('Customer care'),
  getsNotices: msg('Email notifications'),
  twoFactorAuth: msg('Two-factor authentication required'),
}

function useAdministratorForm({ row, onClose, onReload }: PersonFormProps, t: Translate): ServerForm<Values> {
  const me = useMe()
  const options = { invalidates: [listCompanies, listRoles] } as const
  const invite = useAction(createUser, options)
  const update = useAction(updateUser, options)
  return useServerForm<Values, { message: string }>({
    initialValues: valuesOf(row),
    validate: personRules(t),
    fieldNames: { fullName: 'name', email: 'email', roleId: 'roleId', user_permissions: 'own' },
    conflict: { onReload, labels: fieldLabels },
    send: ({ name, email, roleId, isOwn, own, ...duties }, overwriting) => {
      const rights = {
        companyId: me.companyId,
        userType: 'administrator' as const,
        fullName: name,
        ...requestedRights(me.side, { roleId, isOwn, own }),
        twoFactorAuth: duties.twoFactorAuth,
        getsNotices: duties.getsNotices,
        isContact: duties.isContact,
        isSupportContact: duties.isSupportContact,
      }
      const version = String(overwriting ?? row?.administrator?.version)
      const answer = row
        ? update.mutateAsync({ body: { ...rights, userId: row.id!, version } })
        : invite.mutateAsync({
            body: { ...rights, email: email.trim() },
          })
      return answer.catch(throwServerBusy)
    },
    onDone: notifyAndClose(onClose),
  })
}

function Fields({ server, isNew }: { server: ServerForm<Values>; isNew: boolean }) {
  const t = useT()
  const me = useMe()
  const { form } = server
  const isFull = !form.values.isOwn && form.values.roleId === fullAccess
  const roles = useCall(listRoles, {
    params: { type: 'getrolemodule', companyId: me.companyId, roleId: 'all', userId: 'all' },
  })
  const choices = [
    { value: fullAccess, label: t('Full access') },
    ...(roles.data?.data ?? []).map((role) => ({ value: role.roleId, label: role.roleName })),
  ]
  return (
    <>
      <PersonFields form={form} isNew={isNew} />
      <Select
        label={t('Role')}
        data={choices}
        allowDeselect={false}
        disabled={form.values.isOwn}
        {...form.getInputProps('roleId')}
      />
      <OptionsFailure of={roles} />
      <div data-wide>
        <Switch
          label={t('Custom permissions')}
          description={t('These replace the role.')}
          {...form.getInputProps('isOwn', { type: 'checkbox' })}
        />
      </div>
      {form.values.isOwn && (
        <PermissionGrid
          label={t('Permissions')}
          value={form.values.own}
          onChange={(value) => form.setFieldValue('own', { ...form.values.own, ...value })}
          error={form.errors['own']}
        />
      )}
      {me.side === 'root' && (
        <div data-wide>
          <Switch
            label={t('Report Analytics')}
            description={isFull ? t('Full access includes it.') : undefined}
            disabled={isFull}
            checked={isFull || form.values.own.report_analytics}
            onChange={(event) =>
              form.setFieldValue('own', {
                ...form.values.own,
                report_analytics: event.currentTarget.checked,
              })
            }
          />
        </div>
      )}
      <ContactRoles server={server} />
    </>
  )
}

/** Roles and settings besides permissions. A company has one contact and one customer care person. */
function ContactRoles({ server: { form } }: { server: ServerForm<Values> }) {
  const t = useT()
  const me = useMe()
  const switchOf = (key: 'isContact' | 'isSupportContact' | 'getsNotices' | 'twoFactorAuth') =>
    form.getInputProps(key, { type: 'checkbox' })
  return (
    <>
      <Switch
        label={t('Contact')}
        description={
          me.side === 'root'
            ? t('Represents the company, replacing the current person.')
            : t('Represents the company to its operator, replacing the current person.')
        }
        {...switchOf('isContact')}
      />
      <Switch
        label={t('Customer care')}
        description={
          me.side === 'root'
            ? t('Agencies see this person as their contact, replacing the current one.')
            : t('Clients see this person as their contact, replacing the current one.')
        }
        {...switchOf('isSupportContact')}
      />
      <Switch
        label={t('Email notifications')}
        description={t('The same alerts as the owner, about anything that needs action.')}
        {...switchOf('getsNotices')}
      />
      <TwoFactorDemand input={switchOf('twoFactorAuth')} />
    </>
  )
}
