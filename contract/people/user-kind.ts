import type { CallerKind } from '../core/access.ts'

/** Kinds of people who can sign in. */
export type UserKind = Exclude<CallerKind, 'developer' | 'anonymous'>

export interface WireKind {
  user_type: 'user' | 'userdownline' | 'administrator' | 'client' | 'sales'
  /** People of the root operator. */
  isSystemUser: 'T' | 'F'
  isAccountExecutive: 'T' | 'F'
}

/** How the specification tells each kind (R002 to R005, R140). */
export const wireKinds: Readonly<Record<UserKind, WireKind>> = {
  rootSystem: { user_type: 'user', isSystemUser: 'T', isAccountExecutive: 'F' },
  rootAdmin: { user_type: 'administrator', isSystemUser: 'T', isAccountExecutive: 'F' },
  agencyOwner: { user_type: 'userdownline', isSystemUser: 'F', isAccountExecutive: 'F' },
  administrator: { user_type: 'administrator', isSystemUser: 'F', isAccountExecutive: 'F' },
  client: { user_type: 'client', isSystemUser: 'F', isAccountExecutive: 'F' },
  salesRep: { user_type: 'sales', isSystemUser: 'F', isAccountExecutive: 'F' },
  accountExecutive: { user_type: 'sales', isSystemUser: 'F', isAccountExecutive: 'T' },
}

export const userKinds = Object.keys(wireKinds) as UserKind[]

/** The kind that the three fields of the user data stand for together. */
export function kindOf(wire: WireKind): UserKind {
  const found = userKinds.find((kind) => {
    const each = wireKinds[kind]
    return (
      each.user_type === wire.user_type &&
      each.isSystemUser === wire.isSystemUser &&
      each.isAccountExecutive === wire.isAccountExecutive
    )
  })
  // An owner of an agency may be spelt `user` as well as `userdownline`.
  return found ?? 'agencyOwner'
}
