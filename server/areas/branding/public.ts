export { findHost, type HostPlace } from './find-host.ts'
export { readSenders, type Sender } from './read-senders.ts'
export { readBoot } from './read-brand.ts'
