import type { Module } from '#contract/campaigns/modules.ts'
import { modules } from '#contract/campaigns/modules.ts'
import { paymentTerms, type PaymentTerm } from '#contract/companies/selections.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** The defaults for a new agency unless others are chosen (OQ-22). */
export interface NewAgencyDefaults {
  modules: Module[]
  terms: PaymentTerm[]
}

/** An operator's defaults; everything if nothing was chosen. Needs the operator's scope. */
export async function readNewAgencyDefaults(tx: Tx, rootId: string): Promise<NewAgencyDefaults> {
  const { rows } = await tx.query<{ modules: Module[] | null; terms: PaymentTerm[] | null }>(
    'select new_agency_modules as modules, new_agency_terms as terms from company where id = $1',
    [rootId],
  )
  return { modules: rows[0]?.modules ?? [...modules], terms: rows[0]?.terms ?? [...paymentTerms] }
}

/** Applies to new agencies; existing ones keep what they have. */
export async function saveNewAgencyDefaults(tx: Tx, rootId: string, defaults: NewAgencyDefaults): Promise<void> {
  await tx.query('update company set new_agency_modules = $2, new_agency_terms = $3 where id = $1', [
    rootId,
    defaults.modules,
    defaults.terms,
  ])
}
