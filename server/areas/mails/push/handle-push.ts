import type { readPush, removePush, savePush } from '#contract/mails/push.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { serverKeyOf } from './send-push.ts'
import { countBrowsers, isPushService, removeSubscription, storeSubscription } from './subscriptions.ts'

/** Under the root's scope and only of the caller, because sales staff see no rows of people. */
export const handleReadPush: Handler<typeof readPush> = async (_input, { platform, caller }) => {
  const scope = { kind: 'root', rootId: caller.rootId } as const
  const browsers = await inScope(platform.appPool, scope, (tx) => countBrowsers(tx, caller), { readOnly: true })
  return { data: { public_key: serverKeyOf(platform).getPublicKey().toString('base64url'), browsers } }
}

/** A point of the curve, uncompressed, and 16 random bytes: what a browser makes. */
const isKey = (text: string, length: number): boolean => Buffer.from(text, 'base64url').length === length

export const handleSavePush: Handler<typeof savePush> = async ({ body }, { platform, caller }) => {
  if (!isPushService(platform.config, body.endpoint))
    throw invalid('endpoint', 'This isn’t the address of a push service.')
  if (!isKey(body.p256dh, 65) || !isKey(body.auth, 16)) throw invalid('p256dh', 'This isn’t the key of a browser.')
  await inScope(platform.appPool, { kind: 'root', rootId: caller.rootId }, (tx) =>
    storeSubscription(tx, platform, caller, body),
  )
  return { result: 'success', message: 'This browser shows your notices.' }
}

export const handleRemovePush: Handler<typeof removePush> = async ({ body }, { platform, caller }) => {
  await inScope(platform.appPool, { kind: 'root', rootId: caller.rootId }, (tx) =>
    removeSubscription(tx, caller, body.endpoint),
  )
  return { result: 'success', message: 'This browser shows no more notices.' }
}
