const key_bytes = 32

/** Of 32 random bytes about 30 differ, as do the differences between them; fewer than this cannot be chance. */
const minDifferent = 16

/**
 * Returns why a key could be guessed, or null. Random bytes pass: the chance that they are refused is below one in a
 * billion. A key of the wrong length is reported by the configuration's schema.
 */
export function masterKeyProblem(text: string): string | null {
  const key = Buffer.from(text, 'base64')
  if (key.length !== key_bytes) return null
  const steps = new Set([...key.subarray(1)].map((byte, at) => (byte - key[at]! + 256) % 256))
  if (new Set(key).size < minDifferent || steps.size < minDifferent) return 'follows a pattern'
  if (key.every((byte) => byte >= 0x20 && byte < 0x7f)) return 'is text instead of random bytes'
  return null
}
