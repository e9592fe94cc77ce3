import { readUser } from '#contract/people/user.ts'
import { readOf, type Read } from '../api/hooks.ts'

// What pages about one thing read first, asked while their code is still fetched and as soon as a link to them is pointed
// at. The contract comes by itself, beside the page: the application's first code holds none of it.

export async function readCampaign({ campaignId }: { campaignId: string }): Promise<Read> {
  const { getCampaign } = await import('#contract/campaigns/campaigns.ts')
  return readOf(getCampaign, { params: { id: campaignId } })
}

export async function readLead({ leadId }: { leadId: string }): Promise<Read> {
  const { getLead } = await import('#contract/leads/leads.ts')
  return readOf(getLead, { params: { id: leadId } })
}

export async function readCompany({ companyId }: { companyId: string }): Promise<Read> {
  const { getCompany } = await import('#contract/companies/companies.ts')
  return readOf(getCompany, { params: { id: companyId } })
}

/** By a contract that the application's first code has anyway: it asks who signed in. */
export const readPerson = async ({ userId }: { userId: string }): Promise<Read> =>
  readOf(readUser, { params: { id: userId } })

export async function readPayout({ payoutId }: { payoutId: string }): Promise<Read> {
  const { getPayout } = await import('#contract/payments/payouts.ts')
  return readOf(getPayout, { params: { payoutId } })
}

/** Under the address of a new one there is nothing yet. */
export async function readAudience({ audienceId }: { audienceId: string }): Promise<Read | undefined> {
  if (audienceId === 'new') return undefined
  const { getAudience } = await import('#contract/audiences/audiences.ts')
  return readOf(getAudience, { params: { id: audienceId } })
}
