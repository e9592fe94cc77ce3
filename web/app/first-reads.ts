import { readUser } from '#contract/people/user.ts'
import { readOf, type Read } from '../api/hooks.ts'

// First reads of detail pages, sent while the page's code loads and as soon as a link to it is hovered. The contract is
// imported dynamically, so that the application's first chunk does not contain it.

export async function readCampaign({ campaignId }: { campaignId: string }): Promise<Read> {
  const { getCampaign } = await import('#contract/campaigns/campaigns.ts')
  return readOf(getCampaign, { params: { id: campaignId } })
}

export async function readLead({ leadId }: { leadId: string }): Promise<Read> {
  const { getLead } = await import('#contract/leads/leads.ts')
  return readOf(getLead, { params: { id: leadId } })
}

export async function readPersonOfLead({ leadId }: { leadId: string }): Promise<Read> {
  const { getPerson } = await import('#contract/leads/person.ts')
  return readOf(getPerson, { params: { id: leadId } })
}

export async function readVisit({ visitId }: { visitId: string }): Promise<Read> {
  const { getVisit } = await import('#contract/leads/visits.ts')
  return readOf(getVisit, { params: { id: visitId } })
}

export async function readCompany({ companyId }: { companyId: string }): Promise<Read> {
  const { getCompany } = await import('#contract/companies/companies.ts')
  return readOf(getCompany, { params: { id: companyId } })
}

/** Imports its contract statically, because the first chunk already contains it to read the signed-in user. */
export const readPerson = async ({ userId }: { userId: string }): Promise<Read> =>
  readOf(readUser, { params: { id: userId } })

export async function readPayout({ payoutId }: { payoutId: string }): Promise<Read> {
  const { getPayout } = await import('#contract/payments/payouts.ts')
  return readOf(getPayout, { params: { payoutId } })
}

/** A new audience has nothing to read yet. */
export async function readAudience({ audienceId }: { audienceId: string }): Promise<Read | undefined> {
  if (audienceId === 'new') return undefined
  const { getAudience } = await import('#contract/audiences/audiences.ts')
  return readOf(getAudience, { params: { id: audienceId } })
}
