export { addBrand } from './add-brand.ts'
export { findHost, type HostPlace } from './find-host.ts'
export { readSenders } from './read-senders.ts'
export { readBoot } from './read-brand.ts'
