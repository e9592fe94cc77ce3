import { removedLife_ms, type restoreCompany } from '#contract/companies/users.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { endSessions } from '#server/areas/sign-in/end-sessions.ts'
import { writeOffDebts } from '#server/areas/billing/settling/write-off-debts.ts'
import { readActiveCampaigns } from '#server/areas/campaigns/read/read-active.ts'
import { findOpenBalance, type OpenBalance } from '#server/areas/ledger/find-open-balance.ts'
import { isAtGateway } from '#server/areas/payments/charges/is-at-gateway.ts'
import { findUnusedBalances, writeOffRests } from '#server/areas/prepaid/write-off-rests.ts'
import { updateAgencyStaff } from '#server/areas/tenants/update-agency-staff.ts'
import { indexCompanyNames } from '#server/areas/tenants/index-company-names.ts'
import { lockCompanies } from '#server/areas/tenants/lock-companies.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { countRemovedFromGroups } from './groups/update-group-size.ts'
import { findCompanyBelow, type CompanyBelow } from './find-company-below.ts'

/** What removing and restoring read of a company. */
type PlacedCompany = Pick<CompanyBelow, 'id' | 'kind' | 'name' | 'rootId' | 'agencyId' | 'clientId'>

/**
 * Removes an agency or a client: nobody in it or below it can sign in, and its hosts are no longer served. It can be
 * restored for 30 days. Rejected while campaigns run or money is open; debts too small to be charged are written off.
 */
export async function removeCompany(companyId: string, userId: string, call: SignedInCall): Promise<void> {
  await call.inScope(async (tx) => {
    const company = await findCompanyBelow(tx, call, companyId, userId, 'userId')
    // Clients are locked like the company itself, and no campaign starts and no money is booked there meanwhile.
    await tx.query(`select from company where agency_id = $1 and kind = 'client' for update`, [company.id])
    const now_ms = call.platform.clock.now()
    // Before the next lock, because whoever charges leads has locked balances when taking it.
    await writeOffRests(tx, company, now_ms, await findUnusedBalances(tx, company.agencyId, company.clientId))
    await lockCompanies(tx, company.agencyId)
    const writtenOff_e4 = await writeOffDebts(tx, now_ms, company)
    await assertSetupFinished(tx, company)
    const at = dateOf(now_ms)
    await tx.query(`update company set removed_at = $2, status = 'disabled' where id = $1`, [company.id, at])
    const below = await tx.query<{ id: string }>(
      'update company set removed_at = $2 where agency_id = $1 and removed_at is null returning id',
      [company.id, at],
    )
    await updateDerived(tx, company, [company, ...below.rows], -1)
    await tx.query('update host set removed_at = $2 where company_id = $1', [company.id, at])
    await countBelow(tx, company, -1)
    const people = await tx.query<{ id: string }>(
      `select id from app_user where ${company.clientId === null ? 'agency_id' : 'client_id'} = $1`,
      [company.id],
    )
    for (const { id } of people.rows) await endSessions(tx, call.platform, id, 'removed')
    await recordActivity(tx, call, {
      action: 'company.removed',
      ...placeOf(company),
      ...(writtenOff_e4 > 0 && { to: { written_off: dollarsFromE4(writtenOff_e4) } }),
    })
  })
}

const openText = 'There is an open balance. Settle it first.'
/** Credits are what the payee owes: only whoever paid it out can say so. */
const creditText = 'There is a credit. Pay it out and record that first.'
/** Money that was paid in advance would be lost: nobody could use or refund it afterward. */
const openMessages: Readonly<Record<OpenBalance['kind'], string>> = {
  wallet: 'There is still money in the Data Wallet. Remove this agency once leads have used it or it has expired.',
  client_prepaid: 'There is still money for prepaid leads. Refund it in the campaigns first.',
  client_receivable: openText,
  agency_payable: openText,
}

const messageOf = ({ kind, isCredit }: OpenBalance): string =>
  isCredit && openMessages[kind] === openText ? creditText : openMessages[kind]

/** What they owe since, such as a last fee, or are owed is never settled: it must not keep their agency. */
async function readRemovedClients(tx: Tx, agencyId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from company where agency_id = $1 and kind = 'client' and removed_at is not null`,
    [agencyId],
  )
  return rows.map(({ id }) => id)
}

async function assertSetupFinished(tx: Tx, { id, agencyId, clientId }: PlacedCompany): Promise<void> {
  const active = await readActiveCampaigns(tx, agencyId, clientId)
  if (active.length > 0)
    throw new Failure('conflict', {
      message: `There are still active campaigns: ${active.map(({ id }) => id).join(', ')}. Please stop them manually first.`,
    })
  const open = await findOpenBalance(tx, agencyId, clientId, await readRemovedClients(tx, id))
  if (open) throw new Failure('conflict', { message: messageOf(open) })
  // A top-up is in no balance until it is paid.
  if (await isAtGateway(tx, agencyId, clientId))
    throw new Failure('conflict', { message: 'A payment is still being processed. Try again once it is settled.' })
}

/** Names, groups and assignments are removed and restored with the companies. */
async function updateDerived(
  tx: Tx,
  { agencyId, kind }: PlacedCompany,
  companies: readonly { id: string }[],
  change: 1 | -1,
): Promise<void> {
  const ids = companies.map(({ id }) => id)
  await indexCompanyNames(tx, agencyId, ids)
  await countRemovedFromGroups(tx, agencyId, ids, change)
  if (kind === 'agency') await updateAgencyStaff(tx, [agencyId])
}

/** The list above gives the total. */
async function countBelow(tx: Tx, { kind, rootId, agencyId }: PlacedCompany, change: 1 | -1): Promise<void> {
  await tx.query('update company_count set companies = companies + $2 where company_id = $1', [
    kind === 'agency' ? rootId : agencyId,
    change,
  ])
}

const placeOf = ({ id, name, rootId, agencyId, clientId }: PlacedCompany) => ({
  place: { rootId, agencyId, clientId },
  target: { kind: 'company', id, name },
})

/** Restores a removed company as it was. Row-level security shows each caller only companies below. */
export const handleRestoreCompany: Handler<typeof restoreCompany> = async ({ body }, call) => {
  await call.inScope(async (tx) => {
    const since = dateOf(call.platform.clock.now() - removedLife_ms)
    const { rows } = await tx.query<PlacedCompany & { removedAt: Date }>(
      `select id, kind, name, root_id as "rootId", agency_id as "agencyId", client_id as "clientId",
         removed_at as "removedAt"
       from company where id = $1 and removed_at > $2 and id <> $3 for update`,
      [body.companyId, since, call.caller.companyId],
    )
    const company = rows[0]
    if (!company) throw notFound()
    if (company.clientId !== null) await assertParentExists(tx, company.agencyId)
    await tx.query(`update company set removed_at = null, status = 'active' where id = $1`, [company.id])
    // Clients that were removed before their agency stay removed.
    const below = await tx.query<{ id: string }>(
      'update company set removed_at = null where agency_id = $1 and removed_at = $2 returning id',
      [company.id, company.removedAt],
    )
    await updateDerived(tx, company, [company, ...below.rows], 1)
    await tx.query('update host set removed_at = null where company_id = $1', [company.id])
    await countBelow(tx, company, 1)
    await recordActivity(tx, call, { action: 'company.restored', ...placeOf(company) })
  })
  return { result: 'success', message: 'Data has been updated successfully' }
}

/** A client is never restored below a removed agency: nobody could sign in there, and it would be counted twice. */
async function assertParentExists(tx: Tx, agencyId: string): Promise<void> {
  const text = 'select from company where id = $1 and removed_at is null for share'
  if ((await tx.query(text, [agencyId])).rowCount === 1) return
  throw new Failure('conflict', { message: 'This client’s agency was removed. Restore it first.' })
}
