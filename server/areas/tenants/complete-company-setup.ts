import type { Tx } from '#server/platform/database/tx.ts'

/** Completes the setup that a company started when it registered (`NewCompany.needsSetup`). */
export async function completeCompanySetup(tx: Tx, companyId: string): Promise<void> {
  await tx.query('update company set setup_complete = true where id = $1', [companyId])
}
