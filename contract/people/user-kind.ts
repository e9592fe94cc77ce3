import type { CallerKind } from '../core/access.ts'

/** Kinds of people who can sign in. */
export type UserKind = Exclude<CallerKind, 'developer' | 'anonymous'>

export interface WireKind {
  user_type: 'user' | 'userdownline' | 'administrator' | 'client' | 'sales'
  /** People of the root operator. */
  systemuser: 'T' | 'F'
  isAccExecutive: 'T' | 'F'
}

/** How the specification spells each kind (R002 to R005, R140). */
export const wireKinds: Readonly<Record<UserKind, WireKind>> = {
  rootSystem: { user_type: 'user', systemuser: 'T', isAccExecutive: 'F' },
  rootAdmin: { user_type: 'administrator', systemuser: 'T', isAccExecutive: 'F' },
  agencyOwner: { user_type: 'userdownline', systemuser: 'F', isAccExecutive: 'F' },
  administrator: { user_type: 'administrator', systemuser: 'F', isAccExecutive: 'F' },
  client: { user_type: 'client', systemuser: 'F', isAccExecutive: 'F' },
  salesRep: { user_type: 'sales', systemuser: 'F', isAccExecutive: 'F' },
  accountExecutive: { user_type: 'sales', systemuser: 'F', isAccExecutive: 'T' },
}

export const userKinds = Object.keys(wireKinds) as UserKind[]

/** The kind that the three wire fields stand for together. */
export function kindOf(wire: WireKind): UserKind {
  const found = userKinds.find((kind) => {
    const each = wireKinds[kind]
    return (
      each.user_type === wire.user_type &&
      each.systemuser === wire.systemuser &&
      each.isAccExecutive === wire.isAccExecutive
    )
  })
  // An owner of an agency may be spelt `user` as well as `userdownline`.
  return found ?? 'agencyOwner'
}
