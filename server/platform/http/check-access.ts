import { blockOf } from '#contract/guards/guard.ts'
import { fieldRefusedInView, isRefusedInView, refusedInView } from '#contract/sign-in/view-mode.ts'
import { refusedToColleague, rightFor } from '#contract/people/team-rights.ts'
import { hasAnyMenu, mayAnalyze, mayUse, type Rights } from '#contract/guards/access-context.ts'
import type { CallerKind, Grant, Relation } from '#contract/core/access.ts'
import type { Operation } from '#contract/core/operation.ts'
import { machineTime } from '../clock.ts'
import { readerIn } from '../database/scope.ts'
import type { Scope } from '../database/tx.ts'
import { Failure, accessDenied, notFound } from '../failure.ts'
import type { Platform } from '../platform.ts'
import type { Caller, TenantPath } from '../call.ts'
import type { AccessHooks } from './route.ts'

/** The access checks: everything that the operation does not declare is refused. */

/** What the operation grants this caller; otherwise throws a refusal that does not depend on the object: 401 or 403. */
export function grantFor(operation: Operation, caller: Caller | null): Grant {
  const grant = operation.access[caller?.kind ?? 'anonymous']
  if (!grant) throw caller ? accessDenied() : new Failure('unauthenticated')
  if (operation.scope && caller?.kind === 'developer' && !caller.apiScopes?.includes(operation.scope))
    throw new Failure('insufficient_scope')
  if (caller?.actor && isRefusedInView(operation)) throw accessDenied(refusedInView)
  const rights = caller?.rights
  if (rights && withRole.has(rights.kind) && !isFlagged(rights, grant)) throw accessDenied()
  const teamRight = rights?.team && rightFor(operation)
  if (teamRight && !rights.team!.includes(teamRight)) throw accessDenied(refusedToColleague)
  if (rights && grant.analyses && !mayAnalyze(rights)) throw accessDenied()
  // The same rules that redirect a browser to Card Setting or Profile Setup refuse its calls (D1 §2.7), and say what is missing.
  const block = rights && blockOf(rights, operation)
  if (block) throw accessDenied(block.problem)
  return grant
}

const isFlagged = (rights: Rights, { permission, anyMenu }: Grant): boolean =>
  (permission === undefined || mayUse(rights, permission)) && (anyMenu === undefined || hasAnyMenu(rights))

/** In view mode, an open call can still contain a field that is not open: it is refused with that field's name. */
export function assertOpenInView(operation: Operation, caller: Caller, body: unknown): void {
  const field = caller.actor ? fieldRefusedInView(operation, body) : null
  if (field !== null) throw new Failure('forbidden', { message: refusedInView, field })
}

/** Kinds of users who can have a role with menu flags; all others have every flag for what they can reach (R143). */
const withRole: ReadonlySet<CallerKind> = new Set(['rootAdmin', 'administrator'])

export const pathOf = (caller: Caller): TenantPath => ({
  rootId: caller.rootId,
  agencyId: caller.agencyId,
  clientId: caller.clientId,
})

/** An object's relation to a company in the tenant tree. */
function relationOf(from: TenantPath, to: TenantPath): Relation {
  if (to.rootId !== from.rootId) return 'foreign'
  if (from.agencyId === null) return to.agencyId === null ? 'own' : 'below'
  if (to.agencyId === null) return 'above'
  if (to.agencyId !== from.agencyId) return from.clientId === null && to.clientId === null ? 'sibling' : 'foreign'
  if (from.clientId === null) return to.clientId === null ? 'own' : 'below'
  if (to.clientId === null) return 'above'
  return to.clientId === from.clientId ? 'own' : 'sibling'
}

/** Finds a call's object and its relation to the caller. Throws `not_found` if it is absent or not the caller's. */
export type FindReach = (
  caller: Caller,
  grant: Grant,
  input: { params: unknown; query: unknown; body: unknown },
) => Promise<TenantPath & { relation: Relation }>

/**
 * How long a company's position is cached, so that repeated and concurrent calls cause one look-up. A company never moves;
 * a revoked right must take effect within 5 s.
 */
const remembered_ms = 5_000
const maxRemembered = 20_000

export function createFindReach(platform: Platform, accessHooks: AccessHooks, operation: Operation): FindReach {
  const object = operation.object
  if (!object || object.kind === 'none') return async (caller) => ({ ...pathOf(caller), relation: 'own' })
  const { kind, in: part, key } = object
  const places = new Map<string, { path: Promise<TenantPath | null>; until_ms: number }>()

  const find = (caller: Caller, id: string): Promise<TenantPath | null> | TenantPath => {
    if (kind !== 'company') return lookUp(caller.scope, id)
    if (id === caller.companyId) return pathOf(caller)
    const place = `${scopeKey(caller.scope)} ${id}`
    const entry = places.get(place)
    const now_ms = machineTime(platform.clock)
    if (entry && entry.until_ms > now_ms && entry.until_ms <= now_ms + remembered_ms) return entry.path
    const fresh = { path: lookUp(caller.scope, id), until_ms: now_ms + remembered_ms }
    if (places.size >= maxRemembered) places.clear()
    places.set(place, fresh)
    // What was not found may exist a moment later, and a failed look-up says nothing.
    const forget = (): void => {
      if (places.get(place) === fresh) places.delete(place)
    }
    fresh.path.then((path) => path ?? forget(), forget)
    return fresh.path
  }
  const lookUp = (scope: Scope, id: string): Promise<TenantPath | null> =>
    scope.kind === 'staff' ? findForStaff(scope, id) : findIn(scope, id)
  const findIn = (scope: Scope, id: string): Promise<TenantPath | null> =>
    accessHooks.findObject(readerIn(platform.appPool, scope), scope, kind, id)
  // An object's position can only be looked up in the whole tree; the caller's scope decides whether they can see it.
  const findForStaff = async (scope: StaffScope, id: string): Promise<TenantPath | null> => {
    const path = await findIn({ kind: 'root', rootId: scope.rootId }, id)
    const agencyId = path?.agencyId
    if (!agencyId) return null
    const isTheirs = await accessHooks.isAssigned(readerIn(platform.appPool, scope), agencyId)
    return isTheirs ? path : null
  }

  return async (caller, grant, input) => {
    const id = (input[part] as Record<string, unknown> | undefined)?.[key]
    // Omitted or `all`: the object is the caller's own company, and the answer covers everything in its scope.
    if (id === undefined || id === null || id === '' || id === 'all') return { ...pathOf(caller), relation: 'own' }
    const path = await find(caller, String(id))
    if (!path) throw notFound()
    const relation = relationOf(pathOf(caller), path)
    if (grant.reach.includes(relation)) return { ...path, relation }
    // Callers may only learn about the existence of their own objects.
    throw relation === 'own' || relation === 'below' ? accessDenied() : notFound()
  }
}

type StaffScope = Extract<Scope, { kind: 'staff' }>

/**
 * The scope of a call's transactions: the caller's own or, for staff and an object of an agency assigned to them, that
 * agency's, as for anybody who works there.
 */
export const scopeOfCall = ({ scope, rootId }: Caller, object: TenantPath | null): Scope =>
  scope.kind === 'staff' && object?.agencyId ? { kind: 'agency', rootId, agencyId: object.agencyId } : scope

const scopeKey = (scope: Scope): string => {
  if (scope.kind === 'none') return 'none'
  if (scope.kind === 'staff') return scope.userId
  return scope.kind === 'root' ? scope.rootId : scope.kind === 'agency' ? scope.agencyId : scope.clientId
}
