import { Checkbox } from '@mantine/core'
import { menuNames } from '#contract/people/menu-flags.ts'
import { type RoleModule } from '#contract/people/roles.ts'
import { permissionFlags, permissionMenus, type PermissionFlag, type PermissionMenu } from '#contract/core/access.ts'
import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { useMe } from '../../../session/me.ts'
import styles from './roles.module.css'

/** Display names of the menus and their flags. */
export const menuTexts: Readonly<Record<PermissionMenu, Text>> = {
  ads: msg('Ads Design'),
  campaign: msg('Campaign'),
  leads: msg('LeadsPeek'),
  settings: msg('Settings'),
}
export const flagTexts: Readonly<Record<PermissionFlag, Text>> = {
  enable: msg('Enable'),
  create: msg('Create'),
  update: msg('Update'),
  delete: msg('Delete'),
}

type PermissionGridProps = {
  label: string
  value: RoleModule
  onChange: (value: RoleModule) => void
  error?: React.ReactNode
}

/**
 * Which permissions each menu grants. Flags require the menu itself to be enabled. Users cannot grant permissions
 * they do not have; the server enforces this too.
 */
export function PermissionGrid({ label, value, onChange, error }: PermissionGridProps) {
  const t = useT()
  const me = useMe()
  const set = (menu: PermissionMenu, flag: PermissionFlag, on: boolean): void => {
    const name = menuNames[menu]
    const none = { enable: false, create: false, update: false, delete: false } as const
    const flags = flag === 'enable' && !on ? none : { ...value[name], [flag]: on }
    onChange({ ...value, [name]: flags })
  }
  return (
    <div data-wide>
      <table className={styles.grid} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('Menu')}</th>
            {permissionFlags.map((flag) => (
              <th key={flag} scope="col">
                {t(flagTexts[flag])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {permissionMenus.map((menu) => (
            <tr key={menu}>
              <th scope="row">{t(menuTexts[menu])}</th>
              {permissionFlags.map((flag) => (
                <td key={flag}>
                  <Checkbox
                    aria-label={`${t(menuTexts[menu])}: ${t(flagTexts[flag])}`}
                    checked={value[menuNames[menu]][flag]}
                    disabled={
                      !me.may(`${menu}.${flag}`) || (flag !== 'enable' && value[menuNames[menu]].enable === false)
                    }
                    onChange={(event) => set(menu, flag, event.currentTarget.checked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
