export type { Book, CampaignPath, LeadToDeliver } from './book.ts'
export { findDelivery, findDestination } from './find-object.ts'
export { queueDeliveries } from './queue-deliveries.ts'
export { saveReportRecipients } from './save-report-recipients.ts'
