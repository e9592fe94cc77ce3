import { z } from 'zod'
import { callbackMessage, callbackPath, type CallbackMessage } from '#contract/integrations/callbacks.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import { openCallbackSecret, signedId } from '#server/areas/integrations/connectors/webhook/sign-webhook.ts'
import { deliveryIdOf } from '#server/areas/integrations/deliveries/delivery-id.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Hook, HookRequest } from '#server/platform/http/hooks.ts'
import { parseInput, parseJson, rejectDangerousInput } from '#server/platform/http/parse-input.ts'
import { spendOnce } from '#server/platform/http/spend-once.ts'
import type { Platform } from '#server/platform/platform.ts'
import { erasedFailure, recordChange } from './change-lead.ts'
import { changeLeads, type LeadState } from './change-leads.ts'
import { spellTags } from './lead-tags.ts'
import { assertStatus } from './set-status.ts'

/**
 * Where the software of a destination says what became of a lead that it got (decision 331). An address that does not
 * exist, one without a secret and a wrong signature look the same.
 */
export const callbackHook: Hook = { path: callbackPath(':destinationId'), rate: { count: 300, perSeconds: 60 }, take }

async function take(platform: Platform, request: HookRequest): Promise<boolean> {
  const owner = await findHost(platform, request.host)
  const destinationId = z.uuid().safeParse(request.params['destinationId']).data
  if (!owner || destinationId === undefined) return false
  const scope = { kind: 'root', rootId: owner.rootId } as const
  const destination = await inScope(platform.appPool, scope, (tx) => findDestination(tx, owner.rootId, destinationId))
  if (!destination || (owner.agencyId !== null && owner.agencyId !== destination.agencyId)) return false
  const { agencyId, secretSealed } = destination
  const text = request.bytes.toString('utf8')
  const secret = openCallbackSecret(platform, agencyId, destinationId, secretSealed)
  const messageId = signedId(request.headers, text, secret, machineTime(platform.clock))
  if (messageId === null) return false
  const json = parseJson(text)
  rejectDangerousInput(json)
  const message = parseInput(callbackMessage, json)
  await inScope(platform.appPool, scope, async (tx) => {
    // What was rejected is rolled back with the rest, so that it can be sent again.
    if (!(await spendOnce(tx, `callback ${destinationId}`, messageId, machineTime(platform.clock)))) return
    await apply(tx, { platform, request, rootId: owner.rootId, agencyId, destinationId }, message)
  })
  return true
}

async function findDestination(
  tx: Tx,
  rootId: string,
  id: string,
): Promise<{ agencyId: string; secretSealed: string } | undefined> {
  const { rows } = await tx.query<{ agencyId: string; secretSealed: string }>(
    `select destination.agency_id as "agencyId", destination.callback_sealed as "secretSealed"
       from company agency join destination on destination.agency_id = agency.id
      where agency.root_id = $1 and agency.kind = 'agency' and agency.removed_at is null and destination.id = $2
        and destination.removed_at is null and destination.callback_sealed is not null`,
    [rootId, id],
  )
  return rows[0]
}

interface Place {
  platform: Platform
  request: HookRequest
  rootId: string
  agencyId: string
  destinationId: string
}

async function apply(tx: Tx, place: Place, message: CallbackMessage): Promise<void> {
  const { platform, request, rootId, agencyId, destinationId } = place
  const { status, tags } = message
  const lead = await findSentLead(tx, place, message)
  if (!lead) throw notFound()
  const { leadId, clientId } = lead
  if (status !== undefined) await assertStatus(tx, agencyId, status)
  const spelledTags = tags && (await spellTags(tx, agencyId, clientId, tags))
  const object = { rootId, agencyId, clientId, relation: 'own' as const }
  const author = { platform, object, caller: null, destinationId }
  const [change] = await changeLeads(tx, author, [leadId], ({ isErased }): Partial<LeadState> => {
    if (isErased && spelledTags?.length) throw erasedFailure()
    return { ...(status !== undefined && { status }), ...(spelledTags && { tags: spelledTags }) }
  })
  const { address, requestId } = request
  if (change) await recordChange(tx, { platform, object, caller: null, address, requestId }, change)
}

/** By its key: deliveries have no index by lead. */
const deliveryOfLead = `
  (select md5($3::uuid::text || $2::uuid::text) as digits) as hash
  cross join lateral (select ${deliveryIdOf('$3::uuid', 'hash.digits')} as id offset 0) as made
  join delivery on delivery.agency_id = $1 and delivery.id = made.id`

/** Only a lead that was sent there: any other looks like one that does not exist. */
async function findSentLead(
  tx: Tx,
  { agencyId, destinationId }: Place,
  { lead_id, record_id }: CallbackMessage,
): Promise<{ leadId: string; clientId: string } | undefined> {
  const { rows } = await tx.query<{ leadId: string; clientId: string }>(
    `select delivery.lead_id as "leadId", delivery.client_id as "clientId"
       from ${lead_id === undefined ? 'delivery' : deliveryOfLead}
      where delivery.agency_id = $1 and delivery.destination_id = $2 and delivery.attempts > 0
        ${lead_id === undefined ? 'and delivery.record_id = $3' : ''}
      order by delivery.id desc limit 1`,
    [agencyId, destinationId, lead_id ?? record_id],
  )
  // A person's leads share a record: the latest is the one that is worked.
  return rows[0]
}
