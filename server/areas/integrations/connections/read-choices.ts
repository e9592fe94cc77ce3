import type { Choice, ChoiceKind, ServiceSlug } from '#contract/integrations/services.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { ServiceFailed, type ServiceField, type Session } from '../connectors/service.ts'
import { serviceOf } from '../connectors/services.ts'
import { findConnection, type Owner } from './connection-row.ts'
import { openSession } from './open-session.ts'
import { patience_ms, serviceFailure } from './save-integration.ts'

/** The options in a company's account; empty until it is connected. Throws `conflict` with the service's error. */
export const readChoices = (call: SignedInCall, owner: Owner, kind: ServiceSlug, what: ChoiceKind): Promise<Choice[]> =>
  ask(call, owner, kind, async (session) => (await serviceOf(kind)[what]?.(session)) ?? [])

/** The fields of a company's account, in the service's order. */
export const readFields = (call: SignedInCall, owner: Owner, kind: ServiceSlug): Promise<ServiceField[]> =>
  ask(call, owner, kind, async (session) => (await serviceOf(kind).fields?.(session)) ?? [])

async function ask<Item>(
  call: SignedInCall,
  owner: Owner,
  kind: ServiceSlug,
  question: (session: Session) => Promise<Item[]>,
): Promise<Item[]> {
  const connection = await call.inScope((tx) => findConnection(tx, owner, kind))
  if (!connection || connection.status === 'disconnected') return []
  try {
    return await question(await openSession(call.platform, connection, patience_ms))
  } catch (error) {
    if (error instanceof ServiceFailed) throw serviceFailure(error)
    throw error
  }
}
