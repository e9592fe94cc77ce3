/**
 * Who may do what: the vocabulary in which every operation declares its access. Nothing is allowed unless it is named
 * here by the operation; the server's first wall and the matrix test both read these declarations (R001, R138).
 */

/** The kinds of caller a session (or its absence) can stand for. */
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

/** Where the object of a call lies, seen from the caller's own company. */
const relations = ['own', 'below', 'above', 'sibling', 'foreign'] as const
export type Relation = (typeof relations)[number]

/** Menus whose flags can be set for each role (R143). */
export const permissionMenus = ['ads', 'campaign', 'leads', 'settings'] as const
export type PermissionMenu = (typeof permissionMenus)[number]
export const permissionFlags = ['enable', 'create', 'update', 'delete'] as const
export type PermissionFlag = (typeof permissionFlags)[number]
export type Permission = `${PermissionMenu}.${PermissionFlag}`

export interface Grant {
  /** Relations in which the object may stand to the caller; anything outside the caller's scope answers 404. */
  reach: readonly Relation[]
  /** Needed flag for administrators with a role; owners and clients are not asked. */
  permission?: Permission
  /** Whoever has none of the menus is refused: what several of them are built on, such as whose campaign or lead it is. */
  anyMenu?: true
  /** Whoever may not read Report Analytics is refused: an agency's people have it in view mode alone (R039, R142). */
  analyses?: true
}

/** One entry for each caller that may call; a kind that is missing is refused. */
export type Access = Partial<Record<CallerKind, Grant>>

/** Which request part names the object that reach is measured by; `none` when the caller's own company is the object. */
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
