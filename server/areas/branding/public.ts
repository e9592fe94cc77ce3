export { findHost, type HostPlace } from './find-host.ts'
export { readBoot } from './read-brand.ts'
