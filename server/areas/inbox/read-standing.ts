import type { Module } from '#contract/campaigns/modules.ts'
import { isSales, isSystem, mayUse } from '#contract/guards/access-context.ts'
import { accountNoticesOf, type AccountNotice, type Standing } from '#contract/guards/notices.ts'
import type { readStanding, StandingNotice } from '#contract/inbox/standing.ts'
import { lastTryDay } from '#server/areas/billing/dunning/schedule.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { gatewayForNewCards } from '#server/providers/payments/registry.ts'
import { notFound } from '#server/platform/failure.ts'
import { readOnlyMode } from '#server/platform/read-only-mode.ts'
import type { Handler } from '#server/platform/http/route.ts'

/** A campaign whose leads have stopped for want of prepaid money. */
interface EmptyTopUp {
  campaignId: string
  campaignName: string
  module: Module
}

/** What stops the caller: the only place where that is decided, for every page that says it. */
export const handleReadStanding: Handler<typeof readStanding> = async (_input, call) => {
  const { rights, userId, rootId, agencyId, clientId } = call.caller
  if (!rights) throw notFound()
  const read_only = (await readOnlyMode(call.platform)) !== null
  return call.inScope(async (tx) => {
    const { profileComplete, ...person } = (await readPerson(tx, userId)) ?? {
      profileComplete: true,
      checklist_open: false,
    }
    if (agencyId === null || isSystem(rights) || isSales(rights)) {
      const notices = accountNoticesOf({ ...rights, profileComplete, ...nothingOwed }).map((kind) => present(kind))
      return { data: { notices, campaign_modules: [], declined_of_clients: 0, owner: null, read_only, ...person } }
    }
    // Campaigns are the business of those who may open them.
    const emptyTopUps = mayUse(rights, 'leads.enable') ? await findEmptyTopUps(tx, agencyId, clientId) : []
    const money = await readMoney(tx, rootId, agencyId, clientId)
    const takesMoney = gatewayForNewCards(call.platform.config)?.movesMoney === true
    const standing: Standing = { ...rights, profileComplete, ...money, emptyTopUps: emptyTopUps.length, takesMoney }
    const counts: Partial<Record<AccountNotice, number>> = {
      paymentDeclined: money.declinedPayments,
      paymentsWait: money.waitingPayments,
      topUpEmpty: emptyTopUps.length,
    }
    const single = emptyTopUps.length === 1 ? emptyTopUps[0] : undefined
    return {
      data: {
        notices: accountNoticesOf(standing).map((kind) =>
          present(kind, counts[kind], {
            campaign: kind === 'topUpEmpty' ? single : undefined,
            stopsOn: kind === 'paymentDeclined' ? money.stopsOn : null,
          }),
        ),
        campaign_modules: await findModules(tx, agencyId, clientId),
        declined_of_clients: money.declinedOfClients,
        owner: rights.kind === 'administrator' ? await readOwner(tx, agencyId) : null,
        read_only,
        ...person,
      },
    }
  })
}

const nothingOwed = {
  declinedPayments: 0,
  waitingPayments: 0,
  emptyTopUps: 0,
  isWalletEmpty: false,
  takesMoney: false,
}

interface Subject {
  campaign?: EmptyTopUp | undefined
  stopsOn?: string | null
}

const present = (kind: AccountNotice, count = 0, { campaign, stopsOn = null }: Subject = {}): StandingNotice => ({
  kind,
  count,
  campaignId: campaign?.campaignId ?? null,
  campaignName: campaign?.campaignName ?? null,
  module: campaign?.module ?? null,
  stops_on: stopsOn,
})

interface Person {
  profileComplete: boolean
  checklist_open: boolean
}

async function readPerson(tx: Tx, userId: string): Promise<Person | undefined> {
  const { rows } = await tx.query<Person>(
    `select profile_complete as "profileComplete", checklist_closed_at is null as checklist_open
       from app_user where id = $1`,
    [userId],
  )
  return rows[0]
}

async function readOwner(tx: Tx, agencyId: string): Promise<{ name: string; email: string } | null> {
  const { rows } = await tx.query<{ name: string; email: string }>(
    `select app_user.full_name as name, app_user.email from company
       join app_user on app_user.id = company.main_user_id and app_user.status = 'active'
      where company.id = $1`,
    [agencyId],
  )
  return rows[0] ?? null
}

async function findModules(tx: Tx, agencyId: string, clientId: string | null): Promise<Module[]> {
  const { rows } = await tx.query<{ module: Module }>(
    `select distinct module from campaign
      where agency_id = $1 and ($2::uuid is null or client_id = $2) and removed_at is null and status <> 'archived'`,
    [agencyId, clientId],
  )
  return rows.map(({ module }) => module)
}

async function findEmptyTopUps(tx: Tx, agencyId: string, clientId: string | null): Promise<EmptyTopUp[]> {
  const { rows } = await tx.query<EmptyTopUp>(
    `select campaign.id as "campaignId", campaign.name as "campaignName", campaign.module
       from prepaid_balance
       join campaign on campaign.agency_id = prepaid_balance.agency_id and campaign.id = prepaid_balance.campaign_id
        and campaign.status = 'active' and campaign.removed_at is null
      where prepaid_balance.agency_id = $1 and ($2::uuid is null or prepaid_balance.client_id = $2)
        and prepaid_balance.emptied_at is not null and prepaid_balance.leads_to_buy > 0`,
    [agencyId, clientId],
  )
  return rows
}

interface Money extends Pick<Standing, 'declinedPayments' | 'waitingPayments' | 'isWalletEmpty'> {
  /** The payer's local date of the last attempt to collect a declined payment. */
  stopsOn: string | null
  /** Of an agency: declined payments of its clients. */
  declinedOfClients: number
}

/**
 * Charges that the company owes and cannot pay, and those of an agency's clients that wait for its account. A declined
 * top-up is not tried again: the next one of its balance takes its place.
 */
async function readMoney(tx: Tx, rootId: string, agencyId: string, clientId: string | null): Promise<Money> {
  const { rows } = await tx.query<Omit<Money, 'isWalletEmpty'>>(
    `select count(*) filter (where status = 'declined' and charge.client_id is not distinct from $2)::integer as "declinedPayments",
        count(*) filter (where status = 'declined' and charge.client_id is not null and $2::uuid is null)::integer as "declinedOfClients",
        count(*) filter (where status = 'due' and cause = 'no_account' and $2::uuid is null)::integer as "waitingPayments",
        (min(greatest(first_on + $4::integer, next_on))
          filter (where status = 'declined' and charge.client_id is not distinct from $2))::text as "stopsOn"
       from charge
       left join dunning_case on dunning_case.agency_id = $1 and dunning_case.charge_id = charge.id and ended_at is null
      where charge.root_id = $3 and charge.agency_id = $1 and status in ('declined', 'due')
        and not exists (select from charge next where next.agency_id = $1 and next.balance_id = charge.balance_id
                           and (next.created_at, next.id) > (charge.created_at, charge.id))`,
    [agencyId, clientId, rootId, lastTryDay],
  )
  const { rowCount } = await tx.query(
    `select from prepaid_balance
      where agency_id = $1 and id = $1 and emptied_at is not null and $2::uuid is null`,
    [agencyId, clientId],
  )
  return { ...rows[0]!, isWalletEmpty: rowCount === 1 }
}
