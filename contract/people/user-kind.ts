import type { CallerKind } from '../core/access.ts'

/** Kinds of users who can sign in. */
export type UserKind = Exclude<CallerKind, 'developer' | 'anonymous'>

export interface WireKind {
  user_type: 'user' | 'userdownline' | 'administrator' | 'client' | 'sales'
  /** People of the root operator, sales staff among them (D1 §2.6 and 4: sales system users). */
  isSystemUser: boolean
  isAccountExecutive: boolean
}

/** How the specification encodes each kind (R002 to R005, R140). */
export const wireKinds: Readonly<Record<UserKind, WireKind>> = {
  rootSystem: { user_type: 'user', isSystemUser: true, isAccountExecutive: false },
  rootAdmin: { user_type: 'administrator', isSystemUser: true, isAccountExecutive: false },
  agencyOwner: { user_type: 'userdownline', isSystemUser: false, isAccountExecutive: false },
  administrator: { user_type: 'administrator', isSystemUser: false, isAccountExecutive: false },
  client: { user_type: 'client', isSystemUser: false, isAccountExecutive: false },
  salesRep: { user_type: 'sales', isSystemUser: true, isAccountExecutive: false },
  accountExecutive: { user_type: 'sales', isSystemUser: true, isAccountExecutive: true },
}

export const userKinds = Object.keys(wireKinds) as UserKind[]

/** The kind that the three fields of the user data encode together. */
export function kindOf(wire: WireKind): UserKind {
  const match = userKinds.find((kind) => {
    const each = wireKinds[kind]
    return (
      each.user_type === wire.user_type &&
      each.isSystemUser === wire.isSystemUser &&
      each.isAccountExecutive === wire.isAccountExecutive
    )
  })
  // The owner of an agency may be spelled `user` as well as `userdownline`.
  return match ?? 'agencyOwner'
}
