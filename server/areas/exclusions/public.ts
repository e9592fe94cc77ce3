export { copyExclusions } from './copy-list.ts'
export { reverseExclusionCreditsJob, takeExclusionsJob } from './take-upload.ts'
