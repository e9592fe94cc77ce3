import { AgreementsTable } from '../../agreements/agreements-table.tsx'
import type { Settled } from './settled.ts'

/** What the company has agreed to, where the rest of it is set. */
export const AgreementsSection = ({ company }: { company: Settled }) => (
  <AgreementsTable companyId={company.companyId} />
)
