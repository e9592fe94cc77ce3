import { createContext, use } from 'react'
import { kindOf, type UserKind } from '#contract/access/user-kind.ts'
import type { UserData } from '#contract/access/user.ts'

/** The signed-in person as screens ask about them. */
export type Me = {
  id: string
  name: string
  email: string
  kind: UserKind
  /** Root operator, agency or client: which of the three worlds the person lives in. */
  side: 'root' | 'agency' | 'client'
  companyId: string
  companyName: string
  /** The company above: a client's agency, an agency's root; null for the root's people. */
  parentId: string | null
  rootId: string
  timeZone: string
  /** Whether a menu's flag is set; owners and clients are never asked (R143, R144). */
  may: (permission: string) => boolean
}

const sides: Readonly<Record<UserKind, Me['side']>> = {
  rootSystem: 'root',
  rootAdmin: 'root',
  salesRep: 'root',
  accountExecutive: 'root',
  agencyOwner: 'agency',
  administrator: 'agency',
  client: 'client',
}

export function meFrom(user: UserData): Me {
  const kind = kindOf(user)
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    kind,
    side: sides[kind],
    companyId: user.company_id,
    companyName: user.company_name,
    parentId: user.company_parent,
    rootId: user.company_root,
    timeZone: user.timezone,
    may: (permission) => user.role_id === 'F' || user.user_permissions[permission] === true,
  }
}

export const MeContext = createContext<Me | null>(null)

/** The signed-in person; every page inside the frame has one. */
export function useMe(): Me {
  const me = use(MeContext)
  if (!me) throw new Error('useMe needs the frame around it')
  return me
}
