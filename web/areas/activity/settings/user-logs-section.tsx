import { UserLogs } from '../user-logs.tsx'
import type { SettingsTarget } from '../../../shells/settings/settled.ts'

export function UserLogsSection({ company }: { company: SettingsTarget }) {
  return <UserLogs companyId={company.companyId} isAgency={company.isAgency} />
}
