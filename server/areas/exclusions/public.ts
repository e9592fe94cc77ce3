export { copyExclusions } from './copy-list.ts'
export { creditSkippedJob } from './credit-skipped.ts'
export { reverseExclusionCreditsJob, takeExclusionsJob } from './take-upload.ts'
