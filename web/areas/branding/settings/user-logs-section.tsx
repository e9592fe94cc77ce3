import { UserLogs } from '../../activity/user-logs.tsx'
import type { Settled } from './settled.ts'

export function UserLogsSection({ company }: { company: Settled }) {
  return <UserLogs companyId={company.companyId} isAgency={company.isAgency} />
}
