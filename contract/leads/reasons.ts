import { moduleReasonsAfter, type ModuleReason } from '../campaigns/module-stages.ts'
import { sharedReasons, type SharedReason } from './shared-reasons.ts'

/**
 * Where a visit ended on its way to a lead: the first stage that stops it is stored with the visit, so that the screen can explain why
 * there is no lead.
 */
export type Reason = SharedReason | ModuleReason

/** All reasons, in the order of the stages. */
export const reasons = sharedReasons.flatMap((shared): Reason[] => [shared, ...moduleReasonsAfter(shared, null)]) as [
  Reason,
  ...Reason[],
]

/** Reasons of visits and searches that matched a person: whoever passes the stages before is known. */
export const matchedReasons: readonly Reason[] = reasons.slice(reasons.indexOf('no_match') + 1)

/** Hits with these reasons are only counted; nothing else about them is stored. */
export const countedOnly: readonly Reason[] = ['privacy_gpc', 'privacy_opt_out', 'privacy_consent', 'ip_excluded']
