import type { ReactNode } from 'react'
import { useT } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './audiences.module.css'

type InUseDialogProps = {
  /** What cannot be removed, isolated. */
  name: string
  /** What to do first. */
  children: ReactNode
  users: readonly { id: string; name: string }[]
  onClose: () => void
}

/** What others use is not removed: said before anybody tries, with their names. */
export function InUseDialog({ name, children, users, onClose }: InUseDialogProps) {
  const t = useT()
  return (
    <Dialog opened onClose={onClose} title={t('{name} is in use', { name })} size="sm">
      {children}
      <ul className={styles.names}>
        {users.map((user) => (
          <li key={user.id}>
            <Bdi>{user.name}</Bdi>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
