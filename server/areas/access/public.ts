export { authenticate } from './authenticate.ts'
export { redeemTicket } from './download-ticket.ts'
export { hashPassword } from './passwords.ts'
export { startSession } from './start-session.ts'
