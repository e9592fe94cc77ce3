import { callbackPath, type createCallback, type removeCallback } from '#contract/integrations/callbacks.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newWebhookSecret, sealCallbackSecret } from '../connectors/webhook/sign-webhook.ts'

/** People read a mail and cannot sign. */
const store = `update destination set callback_sealed = $3
  where agency_id = $1 and id = $2 and removed_at is null and kind <> 'email'`

/** The secret is shown in this answer only. A new one takes the place of the one before. */
export const handleCreateCallback: Handler<typeof createCallback> = async ({ body }, call) => {
  const id = body.destination_id
  const agencyId = call.object!.agencyId!
  const secret = newWebhookSecret()
  await call.inScope(async (tx) => {
    const secretSealed = sealCallbackSecret(call.platform, agencyId, id, secret)
    const { rowCount } = await tx.query(store, [agencyId, id, secretSealed])
    if (rowCount !== 1) throw notFound()
  })
  return {
    result: 'success',
    message: 'The callback address was created.',
    data: { path: callbackPath(id), secret },
  }
}

export const handleRemoveCallback: Handler<typeof removeCallback> = async ({ body }, call) => {
  await call.inScope((tx) => tx.query(store, [call.object!.agencyId, body.destination_id, null]))
  return { result: 'success', message: 'The callback address was removed.' }
}
