import { AgreementsTable } from '../agreements-table.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'

/** The company's agreements, as a section of its settings. */
export const AgreementsSection = ({ company }: { company: SettingsTarget }) => (
  <AgreementsTable companyId={company.companyId} />
)
