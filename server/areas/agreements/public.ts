export { hasAcceptedDeveloperAgreement } from './marketing-agreement.ts'
