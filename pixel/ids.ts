import { recall } from './browser-storage.ts'

export const hex = (bytes: ArrayBuffer | Uint8Array) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const random128 = () => hex(crypto.getRandomValues(new Uint8Array(16)))

/** UUIDv7 without dashes, by the server's clock if known: 48 bits of time, version 7, variant 2, random bits. */
export const hitId = () =>
  (Date.now() + (recall().t || 0)).toString(16).padStart(12, '0') + 7 + random128().replace(/(...).{14}/, '$1a')
