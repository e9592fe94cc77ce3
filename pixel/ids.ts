import { recall } from './browser-storage.ts'

export const random128 = () => {
  let hex = ''
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) hex += (byte + 256).toString(16).slice(1)
  return hex
}

/** UUIDv7 without dashes, by the server's clock if known: 48 bits of time, version 7, variant 2, random bits. */
export const hitId = () =>
  (2 ** 48 + Date.now() + (recall().t || 0)).toString(16).slice(1) + 7 + random128().replace(/(...).{14}/, '$1a')
