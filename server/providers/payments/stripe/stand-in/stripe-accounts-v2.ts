import { newToken } from '#server/platform/ids.ts'
import { StripeError, type Answer } from './find-object.ts'
import { partitionOf, type AccountMove, type StripeBooks, type StripeObject } from './stripe-books.ts'

interface Capability {
  status: string
  status_details: { code: string; resolution: string }[]
}

interface Role {
  applied: boolean
  capabilities: { card_payments?: Capability; stripe_balance: { payouts: Capability; stripe_transfers?: Capability } }
}

type RoleName = 'merchant' | 'recipient'

/** Version 2's error for an unknown account id; the ids of both versions look alike. Its errors have no type. */
export const unknownV2 = (books: StripeBooks, id: string): StripeError =>
  partitionOf(books, '').objects.get(id)?.object === 'account'
    ? new StripeError(400, { code: 'v1_account_instead_of_v2_account' })
    : new StripeError(404, { code: 'not_found' })

const inRole = (name: RoleName, one: Capability): Role => ({
  applied: true,
  capabilities:
    name === 'merchant'
      ? { card_payments: one, stripe_balance: { payouts: one } }
      : { stripe_balance: { payouts: one, stripe_transfers: one } },
})

const roleOf = (account: StripeObject): RoleName =>
  (account['applied_configurations'] as RoleName[]).includes('merchant') ? 'merchant' : 'recipient'

const setRole = (account: StripeObject, one: Capability): void => {
  const name = roleOf(account)
  account['configuration'] = { customer: null, merchant: null, recipient: null, [name]: inRole(name, one) }
}

interface Wanted {
  description: string
  from: 'user' | 'stripe'
  deadline: 'currently_due' | 'eventually_due' | 'past_due'
  reason: 'routine_onboarding' | 'routine_verification'
}

const requirementsOf = (items: readonly Wanted[]): object => ({
  entries: items.map(({ description, from, deadline, reason }) => ({
    awaiting_action_from: from,
    description,
    errors: [],
    impact: { restricts_capabilities: [] },
    minimum_deadline: { status: deadline },
    reference: null,
    requested_reasons: [{ code: reason }],
  })),
  summary: items[0] ? { minimum_deadline: { status: items[0].deadline, time: null } } : null,
})

const ofForm = { from: 'user', deadline: 'currently_due', reason: 'routine_onboarding' } as const
const form: readonly Wanted[] = [
  { ...ofForm, description: 'identity.business_details.registered_name' },
  { ...ofForm, description: 'identity.attestations.terms_of_service.account' },
  { ...ofForm, description: 'defaults.payout_methods' },
  { ...ofForm, description: 'identity.business_details.annual_revenue', deadline: 'eventually_due' },
]

export const makeAccountV2: Answer = (books, { wish }) => {
  const { include, configuration, ...fields } = wish
  const id = `acct_${newToken()
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 16)}`
  const account: StripeObject = {
    id,
    object: 'v2.core.account',
    applied_configurations: Object.keys(configuration as object),
    closed: null,
    contact_phone: null,
    created: new Date(books.now()).toISOString(),
    future_requirements: null,
    livemode: false,
    ...fields,
    requirements: requirementsOf(form),
  }
  setRole(account, restrict('requirements_past_due'))
  partitionOf(books, '').objects.set(id, account)
  return answerOf(account, include)
}

export const readAccountV2: Answer = (books, { id, wish }) => {
  const account = partitionOf(books, '').objects.get(id)
  if (account?.object !== 'v2.core.account') throw unknownV2(books, id)
  return answerOf(account, wish['include'])
}

const parts = ['defaults', 'identity', 'requirements', 'future_requirements'] as const

/** Parts that were not requested are null. */
function answerOf(account: StripeObject, include: unknown): StripeObject {
  const includes = (include ?? []) as string[]
  const answer: StripeObject = { ...account }
  for (const part of parts) if (!includes.includes(part)) answer[part] = null
  const roles = account['configuration'] as Record<string, unknown>
  const configurations = Object.entries(roles).map(([name, role]) => [
    name,
    includes.includes(`configuration.${name}`) ? role : null,
  ])
  answer['configuration'] = configurations.some(([, role]) => role !== null) ? Object.fromEntries(configurations) : null
  return answer
}

const restrict = (code: string): Capability => ({
  status: 'restricted',
  status_details: [{ code, resolution: 'provide_info' }],
})

const moves: Readonly<Record<Exclude<AccountMove, 'closed'>, { role: Capability; wanted: readonly Wanted[] }>> = {
  submitted: {
    role: {
      status: 'pending',
      status_details: [{ code: 'requirements_pending_verification', resolution: 'no_resolution' }],
    },
    wanted: [{ ...ofForm, from: 'stripe', description: 'identity.business_details.id_numbers' }],
  },
  ready: {
    role: { status: 'active', status_details: [] },
    wanted: form.filter(({ deadline }) => deadline === 'eventually_due'),
  },
  restricted: {
    role: restrict('requirements_past_due'),
    wanted: [
      {
        description: 'identity.business_details.id_numbers',
        from: 'user',
        deadline: 'past_due',
        reason: 'routine_verification',
      },
    ],
  },
  rejected: {
    role: { status: 'rejected', status_details: [{ code: 'rejected_fraud', resolution: 'contact_stripe' }] },
    wanted: [],
  },
}

/** Sends events for the account and for each of its parts; they contain no data of it. */
export function moveAccountV2(books: StripeBooks, account: StripeObject, move: AccountMove): void {
  if (move === 'closed') {
    account['closed'] = true
    books.happened('v2.core.account.closed', account, '')
    return
  }
  const { role, wanted } = moves[move]
  setRole(account, role)
  account['requirements'] = requirementsOf(wanted)
  const kinds = ['.updated', `[configuration.${roleOf(account)}].capability_status_updated`, '[requirements].updated']
  for (const kind of kinds) books.happened(`v2.core.account${kind}`, account, '')
}

export function statusOfV2(account: StripeObject): { takesMoney: boolean; isPaid: boolean } {
  const name = roleOf(account)
  const { capabilities } = (account['configuration'] as Record<RoleName, Role>)[name]
  const isOpen = (one: Capability | undefined): boolean => account['closed'] !== true && one?.status === 'active'
  return {
    takesMoney: isOpen(capabilities.card_payments),
    isPaid: isOpen(capabilities.stripe_balance.payouts),
  }
}
