import { modules } from '../campaigns/modules.ts'
import type { UserKind } from '../people/user-kind.ts'
import { manualPayments, type Payments, type AccessContext } from './access-context.ts'

/** Facts that a test changes; everything else is as for a user whose setup is complete. */
export type Change = Partial<Omit<AccessContext, 'payments'>> & { payments?: Partial<Payments> }

/** Has a card and a connected account at the payment provider, so that every payment rule has something to block. */
const paidUp: Payments = {
  ...manualPayments,
  gateway: 'stripe',
  hasCard: true,
  accountConnected: 'completed',
}

/** For tests: a user of a kind with every permission, every module and a complete setup, then changed. */
export function contextOf(kind: UserKind, { payments, ...change }: Change = {}): AccessContext {
  const on = modules.map((module) => [module, { url: `${module}-url`, enabled: true }] as const)
  return {
    kind,
    permissions: { all: true },
    profileComplete: true,
    setupComplete: true,
    onboarding: false,
    payments: { ...paidUp, ...payments },
    modules: Object.fromEntries(on) as AccessContext['modules'],
    campaignModules: [],
    mayManageCampaigns: true,
    team: null,
    apiMode: true,
    ofRootCompany: true,
    hasSupportPage: true,
    companyGroups: 1,
    walletIsOpen: true,
    unpaid: null,
    viewer: null,
    ...change,
  }
}
