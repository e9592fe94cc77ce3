import { AgreementsTable } from '../../agreements/agreements-table.tsx'
import type { SettingsTarget } from './settled.ts'

/** What the company has agreed to, where the rest of it is set. */
export const AgreementsSection = ({ company }: { company: SettingsTarget }) => (
  <AgreementsTable companyId={company.companyId} />
)
