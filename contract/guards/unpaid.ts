import type { Rights, UnpaidReason } from './access-context.ts'

const sentences: Readonly<Record<UnpaidReason, string>> = {
  // R232: the agency owes the onboarding fee, and has stored no card that would be charged.
  fee: 'Add a card in Profile Setup to pay the onboarding charge first.',
  // R074, R075.
  payment: 'Your agency’s last payment failed. Update the card first.',
  // R100, R101: an agency without a package does not count as connected.
  package: 'Your agency has no package. Contact support to choose one.',
}

/** Why a user cannot start something that costs money; null if they can. Clients do not learn the agency's reason. */
export function unpaidProblem({ unpaid, kind }: Pick<Rights, 'unpaid' | 'kind'>): string | null {
  if (unpaid === null) return null
  return kind === 'client' ? 'Campaigns can’t be started right now. Contact your agency.' : sentences[unpaid]
}
