import { createHash, hash, randomBytes, randomInt } from 'node:crypto'

/** A new UUIDv7: the first 48 bits are the time, so that ids sort by age and a day's ids are adjacent. */
export function newId(now_ms: number): string {
  return uuidFrom(now_ms, nextRandom(10))
}

/** Requesting a few random bytes costs more than the rest of an id, so they are taken from a pool, each used once. */
let stock = Buffer.alloc(0)
let position = 0
function nextRandom(length: number): Uint8Array {
  if (position + length > stock.length) {
    stock = randomBytes(4_096)
    position = 0
  }
  position += length
  return stock.subarray(position - length, position)
}

/** A deterministic id: UUIDv8 of the hash of its parts. */
export function uuidOf(parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Many new ids of one moment that sort in the given order: at most 262,144. */
export function newIdsInOrder(now_ms: number, count: number): string[] {
  if (count > 2 ** 18) throw new RangeError('Too many ids for one moment')
  const random = randomBytes(7 * count)
  const time = now_ms.toString(16).padStart(12, '0')
  return Array.from({ length: count }, (_, at) => {
    // 18 bits of order: 12 after the version, 6 after the variant.
    const version = (0x7000 | (at >> 6)).toString(16)
    const variant = (0x80 | (at & 63)).toString(16)
    const rest = random.toString('hex', 7 * at, 7 * at + 7)
    return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}${rest.slice(0, 2)}-${rest.slice(2)}`
  })
}

/** Builds a UUIDv7 from a time and ten bytes of randomness. */
export function uuidFrom(time_ms: number, random: Uint8Array): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(time_ms, 0, 6)
  bytes.set(random, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The lowest UUIDv7 of this instant: where a day's partition begins. None is older than 1970. */
export const lowestUuidAt = (time_ms: number): string => {
  const hex = Math.max(0, time_ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** The time in a UUIDv7, in milliseconds since 1970. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

const token_bytes = 32
/** A 256-bit secret as URL-safe text. Only its hash is ever stored. */
export const newToken = (): string => randomBytes(token_bytes).toString('base64url')

/** The stored form of a token. Tokens are long and random, so a plain SHA-256 is enough. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** A short public key for pixels: 16 lower-case characters, 80 bits. */
export const newPixelKey = (): string => {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
  return Array.from(randomBytes(16), (byte) => alphabet[byte & 31]).join('')
}

const codeDigits = 6
/** A code to be typed: rate limits, not its length, protect it from guessing. */
export const newDigits = (): string => String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')

/** A 50-bit code to be kept on paper: `k3v7q-m2xpd`. */
export const newRecoveryCode = (): string => {
  const letters = newPixelKey().slice(0, 10)
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** A fraction in [0, 1) for jitter. */
export const randomFraction = (): number => randomBytes(4).readUInt32BE() / 2 ** 32

/** A 50-bit code for a link that people share: `k3v7qm2xpd`. */
export const newReferralCode = (): string => newPixelKey().slice(0, 10)
