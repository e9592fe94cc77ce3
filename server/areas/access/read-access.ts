import type { AccessInformation, readAccess } from '#contract/access/user.ts'
import { modules, workingModules, type Module } from '#contract/campaigns/modules.ts'
import { toFlag } from '#contract/core/wire.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/call.ts'

/** What guards and menus ask about the signed-in person. Whoever else is named looks absent. */
export const handleReadAccess: Handler<typeof readAccess> = async ({ params }, { caller }) => {
  const { rights } = caller
  if ((params.id !== 'all' && params.id !== caller.userId) || !rights) throw notFound()
  const { failed, gateway, accountConnected, chargesEnabled, payoutsEnabled, requirements } = rights.payments
  return {
    result: 'success',
    data: {
      setupcomplete: toFlag(rights.setupComplete),
      accessmodule: failed ? 'paymentfailed' : '',
      paymentStatusFailed: toFlag(failed),
      paymentgateway: gateway,
      accountconnected: accountConnected,
      charges_enabled: chargesEnabled ? 1 : 0,
      payouts_enabled: payoutsEnabled ? 1 : 0,
      account_requirements: [...requirements],
      disable_client_add_campaign: toFlag(rights.mayManageCampaigns),
      api_mode: toFlag(rights.apiMode),
      clientsidebar: moduleFlags(),
      agencyFilteredModules: moduleFlags(),
    },
  }
}

/** R049: the modules that work; none can be switched off for a company yet. */
const moduleFlags = (): AccessInformation['clientsidebar'] =>
  Object.fromEntries(modules.map((module) => [module, toFlag(workingModules.includes(module))])) as Record<
    Module,
    'T' | 'F'
  >
