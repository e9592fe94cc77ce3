import type { Module } from '#contract/campaigns/modules.ts'
import { isSuggested, type VisitRow, type VisitStage } from '#contract/leads/lead.ts'
import { passedStage, type Reason } from '#contract/leads/reasons.ts'
import { stagesOfModule } from '#server/areas/campaigns/modules/registry.ts'

/**
 * The stages of a visit's module with what became of the visit at each. Stages without words of their own are left out
 * unless the visit ended there. Of the two ways to know a person, only the one that was tried is listed.
 */
export function stagesOfVisit(
  module: Module,
  { reason, matchKey }: { reason: Reason; matchKey: VisitRow['match_key'] },
): VisitStage[] {
  const isByCompany = reason === 'no_contact' || isSuggested(matchKey)
  const stages = stagesOfModule(module).filter(
    (stage) =>
      stage === reason ||
      (stage !== (isByCompany ? 'no_match' : 'no_contact') && stage !== 'lead' && passedStage(stage) !== null),
  )
  const end = reason === 'lead' ? -1 : stages.indexOf(reason)
  return stages
    .filter((stage) => stage !== 'lead')
    .map((stage, index) => ({
      reason: stage,
      outcome: end === -1 || index < end ? 'passed' : index === end ? 'stopped' : 'not_reached',
    }))
}
