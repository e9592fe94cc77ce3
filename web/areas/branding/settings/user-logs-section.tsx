import { UserLogs } from '../../activity/user-logs.tsx'
import type { SettingsTarget } from './settled.ts'

export function UserLogsSection({ company }: { company: SettingsTarget }) {
  return <UserLogs companyId={company.companyId} isAgency={company.isAgency} />
}
