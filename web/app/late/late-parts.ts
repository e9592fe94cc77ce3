// The styles of all components in their right order: what comes early (`early-styles.ts`) is said once more among them.
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'

export { Tooltip } from '@mantine/core'
export { ConfirmDialog } from '../../shells/confirm-dialog.tsx'
export { Notices } from '../../shells/notices.tsx'
export { hideNow, showNow } from '../../shells/show-notice.tsx'
export { AccountMenu } from '../frame/account-menu.tsx'
export { SessionEndedDialog } from '../session-ended-dialog.tsx'
