export { bookDeveloperFee } from './developer-fee.ts'
export { bookOnboardingFee, quoteFee } from './onboarding-fee.ts'
