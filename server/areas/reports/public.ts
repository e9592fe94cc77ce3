export { keepReportDaysJob } from './keep-report-days.ts'
export { refreshDeliveryStatsJob } from './refresh-delivery-stats.ts'
export { sendReportJob } from './schedules/send-report.ts'
export { startDueReportsJob } from './schedules/start-due-runs.ts'
