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
import { noticeStays_ms, type Notice } from './notice.ts'
import styles from './notify.module.css'

const icons = {
  info: IconInfoCircle,
  primary: IconBell,
  danger: IconExclamationCircle,
  warning: IconAlertTriangle,
  success: IconCircleCheck,
}

/** Shows a notice in the corner. */
export function showNow({ id, kind, message, isPersistent, action }: Notice): void {
  const Icon = icons[kind]
  const act = (): void => {
    notifications.hide(id)
    action?.act()
  }
  notifications.show({
    id,
    message: action ? <WithAction message={message} label={action.label} onAct={act} /> : message,
    autoClose: isPersistent ? false : noticeStays_ms,
    // Show temporary notices before permanent ones.
    priority: isPersistent ? 0 : 1,
    icon: <Icon size={19} stroke={1.75} aria-hidden />,
    // Success and info wait until the screen reader has finished; errors and warnings interrupt it.
    role: kind === 'danger' || kind === 'warning' ? 'alert' : 'status',
    'data-kind': kind,
    classNames: { root: styles.root, icon: styles.icon, description: styles.words },
    closeButtonProps: { 'aria-label': translate('Close') },
  })
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
