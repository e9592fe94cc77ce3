export { bookDeveloperFee } from './developer-fee.ts'
export { assertFeeShown, bookOnboardingFee, quoteFee } from './onboarding-fee.ts'
