import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconAlertTriangle,
  IconBell,
  IconCircleCheck,
  IconExclamationCircle,
  IconInfoCircle,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { translate } from '../i18n/texts.tsx'
import styles from './notify.module.css'

/** The specification's five (R125). */
type NoticeKind = 'info' | 'primary' | 'danger' | 'warning' | 'success'

const icons = {
  info: IconInfoCircle,
  primary: IconBell,
  danger: IconExclamationCircle,
  warning: IconAlertTriangle,
  success: IconCircleCheck,
}

/** How long a notice stays; while one is pointed at, all wait (R124, K007). */
export const noticeStays_ms = 5000

type NoticeOptions = {
  /** Until it is closed, as those about the account (K008). */
  stays?: boolean
  /** What can be done about it, on a button of its own; closes the notice. */
  action?: { label: string; act: () => void }
}

/** Shows a notice in the corner. Answers its id, for whoever takes it away again. */
export function notify(kind: NoticeKind, message: ReactNode, { stays = false, action }: NoticeOptions = {}): string {
  const Icon = icons[kind]
  const act = (): void => {
    notifications.hide(id)
    action?.act()
  }
  const id = notifications.show({
    // The same sentence again is the same notice: it does not stand there twice.
    ...(typeof message === 'string' && { id: `${kind} ${message}` }),
    message: action ? <WithAction message={message} label={action.label} onAct={act} /> : message,
    autoClose: stays ? false : noticeStays_ms,
    // What passes is shown before what stays.
    priority: stays ? 0 : 1,
    icon: <Icon size={19} stroke={1.75} aria-hidden />,
    // What went well or is only news waits until a screen reader has finished.
    role: kind === 'danger' || kind === 'warning' ? 'alert' : 'status',
    'data-kind': kind,
    classNames: { root: styles.root, icon: styles.icon, description: styles.words },
    closeButtonProps: { 'aria-label': translate('Close') },
  })
  return id
}

function WithAction({ message, label, onAct }: { message: ReactNode; label: string; onAct: () => void }) {
  return (
    <div className={styles.withAction}>
      <span>{message}</span>
      <Button size="compact-sm" variant="default" onClick={onAct}>
        {label}
      </Button>
    </div>
  )
}

export const hideNotice = (id: string): void => void notifications.hide(id)

/** Something was done. */
export const notifyDone = (message: string): void => void notify('success', message)
/** Says what the server says was done, and closes what it was done in. */
export const sayAndClose =
  (onClose: () => void) =>
  ({ message }: { message: string }): void => {
    notifyDone(translate(message))
    onClose()
  }
/** Something was refused or went wrong: the server's words. */
export const notifyFailed = (message: string): void => void notify('danger', message)
