export { findHost } from './find-host.ts'
export { readSenders } from './read-senders.ts'
export { readBoot } from './read-brand.ts'
