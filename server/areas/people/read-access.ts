import type { AccessInformation, readAccess } from '#contract/people/user.ts'
import { moduleNames, modules, workingModules, type Module } from '#contract/campaigns/modules.ts'
import {
  paymentTerms,
  termChoices,
  toSelectedModules,
  toSelectedTerms,
  type PaymentTerm,
} from '#contract/companies/selections.ts'
import { notFound } from '#server/platform/failure.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { readBillingFacts } from '#server/areas/pricing/read-billing-facts.ts'
import { showQuote } from '#server/areas/pricing/quote.ts'
import { failsMail } from '#server/areas/mails/mail-server/mail-servers.ts'
import { hasChosenHost } from '#server/areas/branding/subdomain.ts'
import { isWalletHidden } from '#server/areas/branding/settings/is-wallet-hidden.ts'
import { readSupport } from '#server/areas/branding/read-support.ts'
import { readWhiteLabel, type WhiteLabel } from '#server/areas/branding/read-white-label.ts'
import { countGroups } from '#server/areas/tenants/count-groups.ts'
import { readAgencyModules } from '#server/areas/tenants/read-agency-modules.ts'
import { readNewAgencyDefaults } from '#server/areas/tenants/new-agencies.ts'
import { readSupportContact } from '#server/areas/tenants/read-support-contact.ts'
import { readBalance, walletOf } from '#server/areas/prepaid/balances.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Scope, Tx } from '#server/platform/database/tx.ts'
import type { Caller, SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'

/** What guards and menus need about the signed-in person. Any other person looks absent. */
export const handleReadAccess: Handler<typeof readAccess> = async ({ params }, call) => {
  const { caller } = call
  const { rights } = caller
  if ((params.id !== 'all' && params.id !== caller.userId) || !rights) throw notFound()
  const { failed, gateway, accountConnected, chargesEnabled, payoutsEnabled, requirements } = rights.payments
  const {
    supportUrl,
    groups,
    label,
    modules: had,
    terms,
    mailFails,
    asksSubdomain,
    hasWallet,
  } = await call.inScope((tx) => readSurroundings(tx, caller))
  const sidebar = moduleFlags(had)
  return {
    result: 'success',
    data: {
      setupComplete: rights.setupComplete,
      blockedBy: failed ? 'paymentfailed' : '',
      paymentStatusFailed: failed,
      agency_unpaid: caller.kind === 'client' ? '' : (rights.unpaid ?? ''),
      paymentGateway: gateway,
      accountState: accountConnected,
      charges_enabled: chargesEnabled ? 1 : 0,
      payouts_enabled: payoutsEnabled ? 1 : 0,
      account_requirements: [...requirements],
      disable_client_add_campaign: rights.mayManageCampaigns,
      api_mode: rights.apiMode,
      clientMenus: sidebar,
      agencyFilteredModules: caller.clientId === null ? sidebar : await readAgencyFlags(call),
      ...(await readMoney(call)),
      isBeta: sidebar.b2b && hasWallet,
      betaFeature: {
        b2b_module: betaOf('b2b_module', moduleNames.b2b, sidebar.b2b),
        data_wallet: betaOf('data_wallet', 'Data Wallet', hasWallet),
      },
      paymentTerms: termChoices(terms ?? paymentTerms),
      modules: toSelectedModules(had ?? modules),
      ...(await readNewAgencies(call)),
      support_url: supportUrl,
      support_contact: await readContactAbove(call),
      is_whitelabeling: label.isWhiteLabeled,
      mail_server_fails: mailFails,
      asks_subdomain: asksSubdomain,
      parentColors: label.parent,
      company_groups: groups,
    },
  }
}

/** Fee, minimum spend and package concern an agency and its operator only; clients do not see them. */
async function readMoney(call: SignedInCall): Promise<MoneyInformation> {
  const { caller, platform } = call
  const { kind, rootId, agencyId, rights } = caller
  const {
    package: packageId,
    onboarding,
    minimumSpend,
    due_cents,
  } = await readBillingFacts(platform, { rootId, agencyId })
  const isOfAgency = kind === 'agencyOwner' || kind === 'administrator'
  const isAsked = onboarding.fee_cents > 0 && (isOfAgency ? rights?.onboarding === true : agencyId === null)
  return {
    agency_onboarding_status: isAsked,
    agency_onboarding_price: isAsked ? dollarsFromCents(onboarding.fee_cents) : 0,
    agency_onboarding_quote: isAsked ? await quoteOf(call, onboarding.fee_cents) : '',
    agency_enable_coupon: isAsked && onboarding.acceptsCoupons,
    minimumSpend: kind === 'client' ? null : minimumSpend,
    package_id: (isOfAgency && packageId) || '',
    // Campaigns are not charged one by one.
    failedCampaignId: '',
    failedAmount: isOfAgency && rights?.payments.failed ? dollarsFromCents(due_cents) : 0,
  }
}
type MoneyInformation = Pick<
  AccessInformation,
  | 'agency_onboarding_status'
  | 'agency_onboarding_price'
  | 'agency_onboarding_quote'
  | 'agency_enable_coupon'
  | 'minimumSpend'
  | 'package_id'
  | 'failedCampaignId'
  | 'failedAmount'
>

/** Only an agency's owner accepts the fee, by storing the first card. */
const quoteOf = async (call: SignedInCall, fee_cents: number): Promise<string> => {
  const { kind, companyId, rootId, agencyId, clientId } = call.caller
  if (kind !== 'agencyOwner') return ''
  const payer = { companyId, rootId, agencyId, clientId }
  return showQuote(call, { purpose: 'onboarding_fee', payer, amount_cents: fee_cents, terms: [] })
}

/** What a client's agency has; the client's own row says only what is left of it for the client. */
const readAgencyFlags = async ({ platform, caller }: SignedInCall): Promise<AccessInformation['clientMenus']> =>
  moduleFlags(await readAgencyModules(platform, caller.rootId, caller.agencyId))

async function readNewAgencies({
  caller,
  inScope,
}: SignedInCall): Promise<Pick<AccessInformation, 'rootPaymentTermsNewAgencies' | 'agencyDefaultModules'>> {
  if (caller.kind !== 'rootSystem' && caller.kind !== 'rootAdmin')
    return { rootPaymentTermsNewAgencies: [], agencyDefaultModules: [] }
  const { modules: defaultModules, terms } = await inScope((tx) => readNewAgencyDefaults(tx, caller.rootId))
  return {
    rootPaymentTermsNewAgencies: toSelectedTerms(terms),
    agencyDefaultModules: toSelectedModules(defaultModules),
  }
}

/** People of the company above are invisible here, so its chosen contact is read under that company's scope. */
async function readContactAbove({
  caller: { rootId, agencyId, clientId },
  platform,
}: SignedInCall): Promise<AccessInformation['support_contact']> {
  if (agencyId === null) return null
  const above: Scope = clientId === null ? { kind: 'root', rootId } : { kind: 'agency', rootId, agencyId }
  return inScope(platform.appPool, above, (tx) => readSupportContact(tx, clientId === null ? rootId : agencyId), {
    readOnly: true,
  })
}

/** Support is for an agency's people (R057). */
async function readSurroundings(
  tx: Tx,
  { kind, rootId, agencyId, companyId, rights }: Caller,
): Promise<{
  supportUrl: string | null
  groups: number
  label: WhiteLabel
  modules: Module[] | null
  terms: PaymentTerm[] | null
  mailFails: boolean
  asksSubdomain: boolean
  hasWallet: boolean
}> {
  const isOfAgency = kind === 'agencyOwner' || kind === 'administrator'
  const supportUrl = isOfAgency && agencyId !== null ? await readSupport(tx, rootId, agencyId) : null
  return {
    supportUrl,
    groups: await countGroups(tx, companyId),
    label: await readWhiteLabel(tx, rootId, agencyId),
    ...(await readOffer(tx, companyId)),
    // In view mode nobody chooses a name for its owner.
    asksSubdomain: kind === 'agencyOwner' && rights?.viewer === null && !(await hasChosenHost(tx, companyId)),
    hasWallet: agencyId === null || (await isWalletOpen(tx, agencyId)),
    mailFails: (kind === 'agencyOwner' || kind === 'rootSystem') && (await failsMail(tx, companyId)),
  }
}

/** R049: the available modules that the company has; the root has all. Sales staff cannot see their company's row. */
const moduleFlags = (had: readonly Module[] | null): AccessInformation['clientMenus'] =>
  Object.fromEntries(
    modules.map((module) => [module, workingModules.includes(module) && (had === null || had.includes(module))]),
  ) as Record<Module, boolean>

async function readOffer(
  tx: Tx,
  companyId: string,
): Promise<{ modules: Module[] | null; terms: PaymentTerm[] | null }> {
  const { rows } = await tx.query<{ kind: string; modules: Module[]; terms: PaymentTerm[] }>(
    'select kind, modules, payment_terms as terms from company where id = $1',
    [companyId],
  )
  const company = rows[0]
  return { modules: company?.modules ?? null, terms: company && company.kind !== 'root' ? company.terms : null }
}

/**
 * Beta features, which "apply" where this agency has them (decision 228). Companies with B2B ID got it from the operator, which
 * enrolls them in its beta (R112).
 */
const betaOf = (slug: string, name: string, isOpen: boolean) =>
  ({ id: slug, slug, name, is_beta: true, apply_to_all_agency: isOpen }) as const

/** R112: the operator may keep the wallet from an agency; one that was topped up stays open. */
const isWalletOpen = async (tx: Tx, agencyId: string): Promise<boolean> =>
  !(await isWalletHidden(tx, agencyId)) || Boolean((await readBalance(tx, agencyId, walletOf(agencyId).id))?.startedAt)
