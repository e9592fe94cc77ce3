import type { ServerForm } from '../../shells/server-form.ts'
import type { CompanyValues } from './company-form.ts'
import type { Offered } from './offered.ts'

/** What the parts of a company's form that choose are given. */
export type ChoicesProps = {
  server: ServerForm<CompanyValues>
  /** Null for a new company. */
  companyId: string | null
  offered: Offered
}
