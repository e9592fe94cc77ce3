// Styles of all components in the required order; this repeats those of `early-styles.ts`.
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'

export { Tooltip } from '@mantine/core'
export { ConfirmDialog } from '../../shells/confirm-dialog.tsx'
export { Notices } from '../../shells/notices.tsx'
export { showNow } from '../../shells/show-notice.tsx'
export { AccountMenu } from '../../app/frame/account-menu.tsx'
export { SessionEndedDialog } from '../../app/session-ended-dialog.tsx'
