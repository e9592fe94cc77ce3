import type { Choice, ServiceSlug } from '#contract/integrations/services.ts'
import { causeTexts } from '#contract/integrations/causes.ts'
import { Failure } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { ServiceFailed } from '../connectors/service.ts'
import { serviceOf } from '../connectors/services.ts'
import { findConnection, type Owner } from './connection-row.ts'
import { openSession } from './open-session.ts'
import { patience_ms, serviceFailure } from './save-integration.ts'

/** Creates missing tags in a company's account. Existing tags keep their id; names match case-insensitively. */
export async function makeTags(
  call: SignedInCall,
  owner: Owner,
  kind: ServiceSlug,
  names: readonly string[],
): Promise<Choice[]> {
  const connection = await call.inScope((tx) => findConnection(tx, owner, kind))
  const service = serviceOf(kind)
  if (connection?.status !== 'connected') throw new Failure('conflict', { message: causeTexts.disconnected })
  try {
    const session = await openSession(call.platform, connection, patience_ms)
    const there = await service.tags!(session)
    const tags: Choice[] = []
    for (const name of new Set(names)) {
      const tag = there.find((tag) => tag.name.toLowerCase() === name.toLowerCase())
      tags.push(tag ?? (await service.makeTag!(session, name)))
    }
    return tags
  } catch (error) {
    if (error instanceof ServiceFailed) throw serviceFailure(error)
    throw error
  }
}
