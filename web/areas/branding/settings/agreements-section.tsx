import { AgreementsTable } from '../../agreements/agreements-table.tsx'
import type { SettingsTarget } from './settled.ts'

/** The company's agreements, as a section of its settings. */
export const AgreementsSection = ({ company }: { company: SettingsTarget }) => (
  <AgreementsTable companyId={company.companyId} />
)
