import { ensureAccounts } from '#server/areas/ledger/ensure-accounts.ts'
import { postTransfers } from '#server/areas/ledger/post-transfers.ts'
import type { AccountName, Flow } from '#server/areas/ledger/book.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import type { Sandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import type { TestAgency, TestCampaign, TestClient, TestUser } from './factories.ts'
import type { TestDatabase } from './harness.ts'
import { insertLeads } from './lead-rows.ts'

/** Test card numbers of the sandbox, by the outcome of their charges. */
export const cardNumbers = {
  good: '4242424242424242',
  declined: '4000000000000341',
  asksPayer: '4000002500003155',
  noFunds: '4000008260003178',
  lost: '4000000000009987',
  disputed: '4000000000000259',
} as const

/** The environment of a program that charges cards at a sandbox. */
export const sandboxEnv = (sandbox: Sandbox): Record<string, string> => ({
  SANDBOX_PAYMENTS_URL: sandbox.url,
  SANDBOX_PAYMENTS_FORM_URL: 'http://payments.localhost:8080/card-form',
  SANDBOX_PAYMENTS_KEY: sandbox.key,
  OUTGOING_ALLOW: sandbox.host,
})

/** A card token as the gateway's own form creates it. */
export async function tokenOf(sandbox: Sandbox, number: string = cardNumbers.good): Promise<string> {
  const answer = await fetch(`${sandbox.url}/v1/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer pk_sandbox' },
    body: JSON.stringify({ number, exp_month: 4, exp_year: 2031, cvc: '123' }),
  })
  return ((await answer.json()) as { id: string }).id
}

/** Sets the onboarding fee of an operator for all its agencies from now on. */
export const setOnboardingFee = (db: TestDatabase, rootId: string, fee_cents: number): Promise<unknown> =>
  db.adminPool.query(
    `insert into onboarding_setting (company_id, root_id, fee_cents, enable_coupon, updated_at)
     values ($1, $1, $2, true, now()) on conflict (company_id) do update set fee_cents = excluded.fee_cents`,
    [rootId, fee_cents],
  )

/** A company's charges, from the table. */
export const chargesOf = async (
  db: TestDatabase,
  { companyId }: Pick<TestUser, 'companyId'>,
): Promise<
  { id: string; kind: string; status: string; cause: string | null; amount_cents: number; paid_with: string }[]
> =>
  (
    await db.adminPool.query(
      `select id, kind, status, cause, amount_cents, paid_with from charge
        where coalesce(client_id, agency_id) = $1 order by created_at, id`,
      [companyId],
    )
  ).rows

/** The balances of a ledger's accounts, in cents. */
export const balancesOf = async (db: TestDatabase, agencyId: string): Promise<Record<string, number>> => {
  const { rows } = await db.adminPool.query<{ kind: string; cents: number }>(
    'select kind, (sum(balance_e4) / 100)::integer as cents from ledger_account where agency_id = $1 group by kind',
    [agencyId],
  )
  return Object.fromEntries(rows.filter(({ cents }) => cents !== 0).map(({ kind, cents }) => [kind, cents]))
}

/** Books leads and their costs as the pipeline does: retail 1.50 and wholesale 0.50 dollars each by default. */
export async function sellLeads(
  db: TestDatabase,
  agency: TestAgency,
  {
    client,
    campaign,
    at_ms,
    count,
    retail_e4 = 15_000,
    wholesale_e4 = 5_000,
  }: {
    client: TestClient
    campaign: TestCampaign
    at_ms: number
    count: number
    retail_e4?: number
    wholesale_e4?: number
  },
): Promise<void> {
  const leads = await insertLeads(
    db,
    agency,
    Array.from({ length: count }, () => ({ client, campaign, at_ms })),
  )
  const book = { rootId: agency.owner.rootId, agencyId: agency.id }
  const names = {
    debt: { kind: 'client_receivable', clientId: client.id },
    revenue: { kind: 'agency_revenue', clientId: client.id },
    cost: { kind: 'agency_payable', clientId: null },
    root: { kind: 'root_revenue', clientId: null },
  } as const
  await inScope(db.appPool, { kind: 'agency', ...book }, async (tx) => {
    const of = await ensureAccounts(tx, book, at_ms, Object.values(names))
    const flow = (debit: AccountName, credit: AccountName, kind: string, clientId: string | null): Flow => ({
      debitAccountId: of(debit),
      creditAccountId: of(credit),
      kind,
      referenceKind: 'lead',
      clientId,
    })
    const retail = flow(names.debt, names.revenue, 'lead_retail', client.id)
    const wholesale = flow(names.cost, names.root, 'lead_wholesale', null)
    await postTransfers(
      tx,
      book,
      at_ms,
      leads.flatMap(({ id: referenceId }) => [
        { id: newId(at_ms), flow: retail, amount_e4: retail_e4, referenceId },
        { id: newId(at_ms), flow: wholesale, amount_e4: wholesale_e4, referenceId },
      ]),
    )
  })
}

/** Completes an account on the sandbox's own page, as its owner would. */
export async function completeAccount(
  sandbox: Sandbox,
  url: string,
  state: 'completed' | 'refused' | 'inverification' | 'pending' = 'completed',
): Promise<string | null> {
  const link = new URL(url).searchParams.get('link') ?? ''
  const answer = await fetch(`${sandbox.url}/connect`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ link, state }),
  })
  return answer.headers.get('location')
}
