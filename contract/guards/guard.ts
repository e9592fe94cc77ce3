import { isSales, type AccessContext, type Rights } from './access-context.ts'
import { holdOn, judge } from './judge.ts'
import { landingOf } from './landing.ts'

/** What happens at a path, and the rule that decides it. */
export type Verdict =
  | { kind: 'shown' }
  | { kind: 'redirect'; to: string; rule: string }
  /** It does not exist for this user. */
  | { kind: 'absent'; rule: string }

/** Where users land who can open no page at all: it says whom to ask. */
const noAccess = '/'

/** What a user gets at a path (D1 §2.2, 2.7), with every redirect's destination. */
export function guard(access: AccessContext, pathname: string): Verdict {
  const judgment = judge(access, pathname)
  if (judgment.kind !== 'redirect') return judgment
  return { ...judgment, to: judgment.to ?? landingOf(access)?.to ?? noAccess }
}

/** Areas whose calls belong to a menu. Sign-in, agreements, documents and payment stay open to blocked users. */
const heldAreas: readonly string[] = ['campaigns', 'leads', 'integrations', 'identity', 'companies', 'reports', 'inbox']

/** Sales staff may also change some things of an agency (R148). */
const heldForSales: readonly string[] = [...heldAreas, 'pricing']

/**
 * What blocks a user from a call, in words, or null: the server's half of the guards. Lookups that belong to nobody
 * (states, cities) name no object and stay open.
 */
export function blockOf(
  rights: Rights,
  call: { area: string; object?: object },
): { rule: string; problem: string } | null {
  const isHeld = call.object && (isSales(rights) ? heldForSales : heldAreas).includes(call.area)
  return isHeld ? holdOn(rights) : null
}
