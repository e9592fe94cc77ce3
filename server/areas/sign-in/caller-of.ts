import type { Scope } from '#server/platform/database/tx.ts'
import type { Caller } from '#server/platform/call.ts'
import type { Person } from './find-person.ts'

export const callerOf = (person: Person, sessionId: string): Caller => ({
  ...person,
  sessionId,
  scope: scopeOf(person),
  actor: null,
})

/** The scope of a person's transactions. Sales staff see only the agencies assigned to them (R005, R141). */
function scopeOf({ kind, rootId, agencyId, clientId, userId }: Person): Scope {
  if (kind === 'rootSystem' || kind === 'rootAdmin') return { kind: 'root', rootId }
  if (kind === 'salesRep' || kind === 'accountExecutive') return { kind: 'staff', rootId, userId }
  if (agencyId === null) return { kind: 'none' }
  return clientId === null ? { kind: 'agency', rootId, agencyId } : { kind: 'client', rootId, agencyId, clientId }
}
