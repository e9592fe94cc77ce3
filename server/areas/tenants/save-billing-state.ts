import type { Tx } from '#server/platform/database/tx.ts'

/** Billing's decisions about an agency, stored on the agency's row, where sessions, lists and guards read them. */
export interface BillingState {
  manualBill?: boolean
  excludesMinimumSpend?: boolean
  /** Null: none. */
  packageId?: string | null
}

/** Changes the given values and leaves the rest unchanged. */
export async function saveBillingState(
  tx: Tx,
  agencyId: string,
  { manualBill, excludesMinimumSpend, packageId }: BillingState,
): Promise<void> {
  await tx.query(
    `update company set manual_bill = coalesce($2, manual_bill), exclude_minimum_spend = coalesce($3, exclude_minimum_spend),
       package_id = case when $4 then $5 else package_id end
      where id = $1`,
    [agencyId, manualBill ?? null, excludesMinimumSpend ?? null, packageId !== undefined, packageId ?? null],
  )
}

/** Whether a company's debt was paid; the guards restrict a company whose payment failed (R074, R075). */
export async function savePaymentStatus(tx: Tx, companyId: string, status: 'ok' | 'failed'): Promise<void> {
  await tx.query('update company set payment_status = $2 where id = $1 and payment_status <> $2', [companyId, status])
}

/** What a company's bookkeeping calls the accounts of its journal. */
export async function saveAccountsOfJournal(tx: Tx, companyId: string, accounts: object): Promise<void> {
  await tx.query('update company set journal_accounts = $2::jsonb where id = $1', [companyId, JSON.stringify(accounts)])
}
