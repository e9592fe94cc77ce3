export { proveActivity } from './prove-activity.ts'
export { recordActivity, type NewActivity } from './record-activity.ts'
