export { refreshDeliveryStatsJob } from './refresh-delivery-stats.ts'
