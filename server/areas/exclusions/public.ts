export { copyExclusions } from './copy-list.ts'
export { countCredited, creditSkippedJob } from './credit-skipped.ts'
export { findOnRootList } from './find-on-root-list.ts'
export { reverseExclusionCreditsJob, importExclusionsJob } from './import-upload.ts'
