import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign, type ECDH } from 'node:crypto'

/** What a browser tells of itself so that only it can read what it is pushed (RFC 8291). All in Base64url. */
export interface PushKeys {
  p256dh: string
  auth: string
}

const curve = 'prime256v1'
/** The longest message that every push service takes, with what encryption adds. */
const record_bytes = 4_096

/** Encrypts a message for a browser (RFC 8291, `aes128gcm`). The key pair and the salt are new for each message. */
export function encryptPush(
  { p256dh, auth }: PushKeys,
  message: string,
  { pair = newPair(), salt = randomBytes(16) }: { pair?: ECDH; salt?: Buffer } = {},
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const ours = pair.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const secret = hkdfSync('sha256', pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const derive = (name: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length))
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  // The byte after the text says that this record is the last.
  const record = Buffer.concat([
    cipher.update(message),
    cipher.update(Buffer.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(record_bytes)
  sizes.writeUInt8(ours.length, 4)
  return Buffer.concat([salt, sizes, ours, record])
}

function newPair(): ECDH {
  const pair = createECDH(curve)
  pair.generateKeys()
  return pair
}

/** The server’s key, by which push services know it (RFC 8292): the first of these secrets that is a valid one. */
export function pushServerKey(secretOf: (attempt: number) => Buffer): ECDH {
  const pair = createECDH(curve)
  for (let attempt = 0; ; attempt++)
    try {
      pair.setPrivateKey(secretOf(attempt))
      return pair
    } catch (error) {
      // One in four billion numbers is too large for the curve.
      if (attempt > 3) throw error
    }
}

/** Proves to a push service who sends (RFC 8292). Times in seconds since 1970, at most a day ahead. */
export function pushAuthorization(
  pair: ECDH,
  { audience, subject, expires_s }: { audience: string; subject: string; expires_s: number },
): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { aud: audience, exp: expires_s, sub: subject }
  const claimsText = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
  const publicKey = pair.getPublicKey()
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: publicKey.subarray(1, 33).toString('base64url'),
      y: publicKey.subarray(33).toString('base64url'),
      d: pair.getPrivateKey().toString('base64url'),
    },
  })
  const signature = sign('sha256', Buffer.from(claimsText), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${claimsText}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`
}
