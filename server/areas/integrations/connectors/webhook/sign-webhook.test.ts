import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createSecrets } from '#server/platform/crypto/secrets.ts'
import { newWebhookSecret, openWebhookSecret, sealWebhookSecret, signedHeaders } from './sign-webhook.ts'

const platform = { secrets: createSecrets(Buffer.alloc(32, 1)) }
const [agencyId, id] = [newId(1), newId(2)]

test('a webhook’s secret opens for its own webhook only', () => {
  const secret = newWebhookSecret()
  const sealedText = sealWebhookSecret(platform, agencyId, id, secret)
  expect(openWebhookSecret(platform, agencyId, id, sealedText)).toBe(secret)
  expect(() => openWebhookSecret(platform, agencyId, newId(3), sealedText)).toThrow()
  expect(() => openWebhookSecret(platform, newId(3), id, sealedText)).toThrow()
})

test('a signature covers id, time and body, once for each secret', () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()]
  const headers = signedHeaders('msg_1', 1_700_000_000_999, '{"a":1}', secrets)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update('msg_1.1700000000.{"a":1}').digest('base64')}`
  })
  expect(headers).toEqual({
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1700000000',
    'webhook-signature': signatures.join(' '),
  })
})
