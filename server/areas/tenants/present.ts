import type { CompanyRow } from '#contract/tenants/companies.ts'

/** A company with its main user and its kept counts, as the list's query answers it. */
export interface CompanyLine {
  companyId: string
  rootId: string
  kind: 'agency' | 'client'
  name: string
  status: 'active' | 'disabled'
  paymentStatus: 'ok' | 'failed'
  createdAt: Date
  userId: string | null
  fullName: string | null
  email: string | null
  phone: string | null
  campaigns: number
  activeCampaigns: number
}

export const presentCompany = (line: CompanyLine): CompanyRow => ({
  id: line.userId,
  company_id: line.companyId,
  company_root_id: line.rootId,
  company_name: line.name,
  name: line.fullName ?? '',
  email: line.email ?? '',
  phonenum: line.phone ?? '',
  user_type: line.kind === 'client' ? 'client' : 'userdownline',
  payment_status: line.paymentStatus,
  status: line.status,
  campaigns: line.campaigns,
  active_campaigns: line.activeCampaigns,
  created_at: line.createdAt.toISOString(),
})
