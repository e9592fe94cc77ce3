export { copyExclusions } from './copy-list.ts'
export { creditSkippedJob } from './credit-skipped.ts'
export { reverseExclusionCreditsJob, importExclusionsJob } from './import-upload.ts'
