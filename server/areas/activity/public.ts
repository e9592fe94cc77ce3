export { proveActivity } from './prove-activity.ts'
export { trimActivityJob } from './trim-activity.ts'
export { recordChange } from './record-change.ts'
export { recordActivity, type NewActivity } from './record-activity.ts'
