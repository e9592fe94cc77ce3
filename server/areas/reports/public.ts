export { keepReportDaysJob } from './keep-report-days.ts'
export { refreshDeliveryStatsJob } from './refresh-delivery-stats.ts'
