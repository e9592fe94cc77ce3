import { ShareRuleCard } from './share-rule-card.tsx'

/** The limit for all agencies that have none of their own, in the operator's settings. */
export function ShareRuleSection({ company }: { company: { companyId: string } }) {
  return <ShareRuleCard companyId={company.companyId} />
}
