/**
 * Who may do what: the terms in which every operation declares its access. Everything is denied unless the operation
 * declares it; the server's access check and the matrix test both read these declarations (R001, R138).
 */

/** The kinds of caller that a session (or its absence) can represent. */
export const callerKinds = [
  'rootSystem',
  'rootAdmin',
  'agencyOwner',
  'administrator',
  'client',
  'salesRep',
  'accountExecutive',
  'developer',
  'anonymous',
] as const
export type CallerKind = (typeof callerKinds)[number]

/** Where the object of a call is, relative to the caller's own company. */
const relations = ['own', 'below', 'above', 'sibling', 'foreign'] as const
export type Relation = (typeof relations)[number]

/** Menus whose flags can be set for each role (R143). */
export const permissionMenus = ['ads', 'campaign', 'leads', 'settings'] as const
export type PermissionMenu = (typeof permissionMenus)[number]
export const permissionFlags = ['enable', 'create', 'update', 'delete'] as const
export type PermissionFlag = (typeof permissionFlags)[number]
export type Permission = `${PermissionMenu}.${PermissionFlag}`

export interface Grant {
  /** Allowed relations of the object to the caller; anything outside the caller's scope answers 404. */
  reach: readonly Relation[]
  /** Flag that administrators with a role need; owners and clients need none. */
  permission?: Permission
  /** Callers without any of the menus are refused: for lookups that menus share, such as who owns a lead. */
  anyMenu?: true
  /** Callers who may not read Report Analytics are refused: an agency's people may in view mode only (R039, R142). */
  analyses?: true
}

/** One entry per kind of caller that may call; kinds without an entry are refused. */
export type Access = Partial<Record<CallerKind, Grant>>

/** Which part of the request names the object that reach is checked against; `none` for the caller's own company. */
export type ObjectKind =
  | 'company'
  | 'user'
  | 'role'
  | 'group'
  | 'organization'
  | 'audience'
  | 'audienceList'
  | 'campaign'
  | 'lead'
  | 'visit'
  | 'delivery'
  | 'destination'
  | 'import'
  | 'enrichment'
  | 'banner'
  | 'bannerPicture'
  | 'none'
export interface ObjectOf {
  kind: ObjectKind
  in: 'params' | 'query' | 'body'
  key: string
}

export const signedInEverywhere: Access = Object.fromEntries(
  callerKinds.filter((kind) => kind !== 'anonymous' && kind !== 'developer').map((kind) => [kind, { reach: ['own'] }]),
)

/** Open to everybody, with or without a session. */
export const open: Access = Object.fromEntries(callerKinds.map((kind) => [kind, { reach: ['own'] }]))

/** Those who manage their own company: owners, and other people of it whose role has the flag. */
export const managers = (permission: Permission): Access => ({
  rootSystem: { reach: ['own'] },
  rootAdmin: { reach: ['own'], permission },
  agencyOwner: { reach: ['own'] },
  administrator: { reach: ['own'], permission },
})
