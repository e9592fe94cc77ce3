export { reverseExclusionCreditsJob, takeExclusionsJob } from './take-upload.ts'
