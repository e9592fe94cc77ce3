import { Button, Skeleton } from '@mantine/core'
import { IconPlus, IconUserShield } from '@tabler/icons-react'
import { useState } from 'react'
import { menuNames } from '#contract/people/menu-flags.ts'
import { listRoles, removeRole, type Role, type RoleModule } from '#contract/people/roles.ts'
import { permissionFlags, permissionMenus } from '#contract/core/access.ts'
import { useCall } from '../../../api/hooks.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { joinWords, useT, type Translate } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import { ConfirmAction } from '../../../shells/confirm-action.tsx'
import { EmptyState } from '../../../shells/empty-state.tsx'
import { FailureNote } from '../../../shells/failure-note.tsx'
import { PageHeader } from '../../../shells/page-header.tsx'
import { Bdi } from '../../../ui/bdi.tsx'
import { Card } from '../../../ui/card.tsx'
import { flagTexts, menuTexts } from './permission-grid.tsx'
import { RoleDialog } from './role-dialog.tsx'
import styles from './roles.module.css'

/** A company's roles (R143), which define what its administrators may do. */
export function RoleListPage() {
  const t = useT()
  const me = useMe()
  const roles = useCall(listRoles, {
    params: { type: 'getrolemodule', companyId: me.companyId, roleId: 'all', userId: 'all' },
  })
  const [roleToEdit, setRoleToEdit] = useState<Role | 'new' | null>(null)
  const [roleToRemove, setRoleToRemove] = useState<Role | null>(null)
  /** Reloads the role being edited; closes the form if it was deleted meanwhile. */
  const reload = async (role: Role | 'new'): Promise<void> => {
    const { data } = await roles.refetch()
    setRoleToEdit(role === 'new' ? role : (data?.data.find(({ roleId }) => roleId === role.roleId) ?? null))
  }
  const add = me.may('settings.create') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setRoleToEdit('new')}>
      {t('Add role')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('Role List')}
        description={t('Roles control what administrators can see and change.')}
        actions={add}
      />
      <Card flush>
        {roles.error && !roles.data ? (
          <FailureNote failure={roles.error} onRetry={roles.refetch} />
        ) : !roles.data ? (
          <RolesPending />
        ) : roles.data.data.length === 0 ? (
          <EmptyState
            icon={<IconUserShield size={22} stroke={1.6} />}
            title={t('No roles yet')}
            hint={t('Administrators without a role have full access. Add a role to limit it.')}
            action={add}
          />
        ) : (
          <ul className={styles.list}>
            {roles.data.data.map((role) => (
              <RoleLine key={role.roleId} role={role} onEdit={setRoleToEdit} onRemove={setRoleToRemove} />
            ))}
          </ul>
        )}
      </Card>
      {roleToEdit && (
        <RoleDialog
          key={roleToEdit === 'new' ? 'new' : roleToEdit.version}
          role={roleToEdit === 'new' ? null : roleToEdit}
          onClose={() => setRoleToEdit(null)}
          onReload={() => void reload(roleToEdit)}
        />
      )}
      {roleToRemove && <RemoveRoleDialog role={roleToRemove} onClose={() => setRoleToRemove(null)} />}
    </>
  )
}

type RoleLineProps = { role: Role; onEdit: (role: Role) => void; onRemove: (role: Role) => void }

function RoleLine({ role, onEdit, onRemove }: RoleLineProps) {
  const t = useT()
  const me = useMe()
  const name = isolate(role.roleName)
  return (
    <li className={styles.role}>
      <div className={styles.words}>
        <h2>
          <Bdi>{role.roleName}</Bdi>
        </h2>
        <dl>
          {permissionMenus
            .filter((menu) => role.menus[menuNames[menu]].enable)
            .map((menu) => (
              <div key={menu}>
                <dt>{t(menuTexts[menu])}</dt>
                <dd>{flagsText(role.menus[menuNames[menu]], t)}</dd>
              </div>
            ))}
        </dl>
      </div>
      <span className={styles.members}>
        {t('{count, plural, =0 {No one} one {# person} other {# people}}', { count: role.members })}
      </span>
      <div>
        {me.may('settings.update') && (
          <Button variant="default" size="xs" aria-label={t('Edit {name}', { name })} onClick={() => onEdit(role)}>
            {t('Edit')}
          </Button>
        )}{' '}
        {me.may('settings.delete') && (
          <Button variant="default" size="xs" aria-label={t('Remove {name}', { name })} onClick={() => onRemove(role)}>
            {t('Remove')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** The flags beyond `enable`; a menu without any is view-only. */
function flagsText(flags: RoleModule[keyof RoleModule], t: Translate): string {
  const grants = permissionFlags.filter((flag) => flag !== 'enable' && flags[flag])
  return grants.length === 0
    ? t('View only')
    : joinWords(
        grants.map((flag) => t(flagTexts[flag])),
        t,
      )
}

function RemoveRoleDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useT()
  const me = useMe()
  return (
    <ConfirmAction
      title={t('Remove this role?')}
      confirmLabel={t('Remove role')}
      operation={removeRole}
      input={{ params: { companyId: me.companyId, roleId: role.roleId } }}
      invalidates={[listRoles]}
      onClose={onClose}
    >
      <p>
        <Bdi>{role.roleName}</Bdi>
      </p>
      <p>{t('You can remove a role that no one has. This cannot be undone.')}</p>
    </ConfirmAction>
  )
}

function RolesPending() {
  return (
    <ul className={styles.list} aria-hidden>
      {['a', 'b', 'c'].map((key) => (
        <li key={key} className={styles.role}>
          <Skeleton height={14} width="40%" my={8} />
        </li>
      ))}
    </ul>
  )
}
