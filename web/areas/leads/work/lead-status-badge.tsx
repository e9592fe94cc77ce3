import type { LeadStatus } from '#contract/leads/pipeline.ts'
import { useT } from '../../../i18n/texts.tsx'
import { StatusBadge } from '../../../shells/status-badge.tsx'

export function LeadStatusBadge({ status }: { status: LeadStatus }) {
  const t = useT()
  return <StatusBadge tone={status.tone}>{t(status.name)}</StatusBadge>
}
