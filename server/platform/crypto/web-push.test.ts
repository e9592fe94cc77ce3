import { createECDH, createHash } from 'node:crypto'
import { importJWK, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { encryptPush, pushAuthorization, pushServerKey } from './web-push.ts'

test('a message is encrypted as in the example of RFC 8291', () => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
  expect(encryptPush(keys, 'When I grow up, I want to be a watermelon', { pair, salt }).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('who sends is proved by a token that the public key verifies', async () => {
  const secretOf = (attempt: number): Buffer => createHash('sha256').update(`secret ${attempt}`).digest()
  const claims = { audience: 'https://push.test', subject: 'mailto:leads@acme.test', expires_s: 4_000_000_000 }
  const [, token, key] = /^vapid t=(.*), k=(.*)$/.exec(pushAuthorization(pushServerKey(secretOf), claims))!
  const point = Buffer.from(key!, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const { payload } = await jwtVerify(token!, await importJWK(jwk, 'ES256'), { audience: claims.audience })
  expect(payload).toEqual({ aud: claims.audience, exp: claims.expires_s, sub: claims.subject })
})

test('a secret that is no key of the curve is passed over', () => {
  const tooLarge = Buffer.alloc(32, 0xff)
  const good = createHash('sha256').update('secret').digest()
  expect(pushServerKey((attempt) => (attempt === 0 ? tooLarge : good)).getPrivateKey()).toEqual(good)
})
