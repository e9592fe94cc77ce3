import type { ReactNode } from 'react'
import { useT } from '../../i18n/texts.tsx'
import { Dialog } from '../../shells/dialog.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './audiences.module.css'

type InUseDialogProps = {
  /** Name of what cannot be removed, bidi-isolated. */
  name: string
  /** What the user has to do first. */
  children: ReactNode
  users: readonly { id: string; name: string }[]
  onClose: () => void
}

/** Explains that something in use cannot be removed, before anyone tries, and lists what uses it. */
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
