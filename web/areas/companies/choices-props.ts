import type { ServerForm } from '../../shells/server-form.ts'
import type { CompanyValues } from './company-form.ts'
import type { Offered } from './offered.ts'

/** Props of the parts of a company's form that offer choices. */
export type ChoicesProps = {
  server: ServerForm<CompanyValues>
  /** Null for a new company. */
  companyId: string | null
  choices: Offered
}
