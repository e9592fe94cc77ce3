import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser as its push service knows it: with keys of its own, by which only it reads what it is sent (RFC 8291). */
export function newPushBrowser(endpoint: string) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const body = {
    endpoint,
    p256dh: pair.getPublicKey().toString('base64url'),
    auth: auth.toString('base64url'),
  }
  const decrypt = (sealed: Buffer): string => {
    const [salt, theirs] = [sealed.subarray(0, 16), sealed.subarray(21, 86)]
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), theirs])
    const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(theirs), auth, info, 32))
    const derive = (what: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, length))
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([decipher.update(sealed.subarray(86, -16)), decipher.final()])
    return text.subarray(0, -1).toString('utf8')
  }
  return { body, read: decrypt }
}
