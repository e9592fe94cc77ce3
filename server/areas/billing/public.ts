export { bookOnboardingFee, quoteFee } from './onboarding-fee.ts'
