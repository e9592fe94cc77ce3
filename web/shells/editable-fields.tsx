import type { ReactNode } from 'react'
import { useT } from '../i18n/texts.tsx'
import { useMe, type Me } from '../session/me.ts'
import styles from './form-dialog.module.css'

/** Whether the user may save settings. Account executives set costs without a menu of their own (R148). */
export const maySaveSettings = ({ may, kind }: Me): boolean => kind === 'accountExecutive' || may('settings.update')

/** A form's fields: for those whose role may only look at settings they are read-only, with a word why. */
export function EditableFields({ children }: { children: ReactNode }) {
  const t = useT()
  if (maySaveSettings(useMe())) return children
  return (
    <>
      <p className={styles.why}>
        {t('You can view these settings. To change them, ask for a role that may update settings.')}
      </p>
      <fieldset disabled className={styles.editable}>
        {children}
      </fieldset>
    </>
  )
}
