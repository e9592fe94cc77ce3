import { listSecurityEvents } from '#contract/activity/security-events.ts'
import { saveUserLog } from '#contract/activity/user-log.ts'
import {
  downloadUserLogs,
  listLogCampaigns,
  listLogCategories,
  listLogUsers,
  listUserLogs,
} from '#contract/activity/user-logs.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleListSecurityEvents } from './list-security-events.ts'
import { handleSaveUserLog } from './save-user-log.ts'
import {
  handleDownloadUserLogs,
  handleListLogCampaigns,
  handleListLogCategories,
  handleListLogUsers,
  handleListUserLogs,
} from './user-logs.ts'

export const routes: Route[] = [
  bind(saveUserLog, handleSaveUserLog),
  bind(listUserLogs, handleListUserLogs),
  bind(listLogCategories, handleListLogCategories),
  bind(listLogCampaigns, handleListLogCampaigns),
  bind(listLogUsers, handleListLogUsers),
  bind(downloadUserLogs, handleDownloadUserLogs),
  bind(listSecurityEvents, handleListSecurityEvents),
]
