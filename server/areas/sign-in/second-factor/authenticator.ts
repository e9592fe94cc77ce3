import { Secret, TOTP } from 'otpauth'
import { toString as toQrCode } from 'qrcode'

/** Authenticators count in steps of 30 seconds; codes of the steps before and after are accepted too, for clocks slightly off. */
const step_s = 30
const secret_bytes = 20

/** Secrets in the format of authenticators: base32 without padding. */
export const secretText = (bytes: Buffer): string =>
  new Secret({ buffer: new Uint8Array(bytes.subarray(0, secret_bytes)).buffer }).base32

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...names, algorithm: 'SHA1', digits: 6, period: step_s, secret: Secret.fromBase32(secret) })

/** The time step of a code, if it is the current step or one beside it; null for any other code (RFC 6238, 5.2). */
export function stepOfCode(secret: string, code: string, now_ms: number): number | null {
  const totp = totpOf(secret)
  const present = Math.floor(now_ms / 1_000 / step_s)
  if (!/^\d{6}$/.test(code)) return null
  // Compared in constant time by the library.
  const off = totp.validate({ token: code, timestamp: now_ms, window: 1 })
  return off === null ? null : present + off
}

/** The secret as a QR code: an SVG in a data URL. */
export async function qrCodeOf(secret: string, issuer: string, label: string): Promise<string> {
  const svg = await toQrCode(totpOf(secret, { issuer, label }).toString(), {
    type: 'svg',
    errorCorrectionLevel: 'M',
    margin: 2,
  })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
