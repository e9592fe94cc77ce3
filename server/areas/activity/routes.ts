import { saveUserLog } from '#contract/activity/user-log.ts'
import { bind, type Route } from '#server/platform/http/call.ts'
import { handleSaveUserLog } from './save-user-log.ts'

export const routes: Route[] = [bind(saveUserLog, handleSaveUserLog)]
