import { autocomplete, fewestLetters } from '#contract/campaigns/autocomplete.ts'
import { listCampaigns as campaignsOperation } from '#contract/campaigns/campaigns.ts'
import { listCompanies as companiesOperation } from '#contract/companies/companies.ts'
import type { AnswerOf, Operation } from '#contract/core/operation.ts'
import { listLeads as leadsOperation } from '#contract/leads/leads.ts'
import { maxOfAKind, type FoundEverywhere, type searchEverything } from '#contract/search/search.ts'
import { findBelow } from '#server/areas/campaigns/read/autocomplete.ts'
import { listCampaigns } from '#server/areas/campaigns/read/list-campaigns.ts'
import { listCompanies } from '#server/areas/companies/tree/list-companies.ts'
import { listLeads } from '#server/areas/leads/read/list-leads.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { Failure } from '#server/platform/failure.ts'
import { grantFor } from '#server/platform/http/check-access.ts'
import type { Handler } from '#server/platform/http/route.ts'

type Row<O> = AnswerOf<O> extends { data: (infer One)[] } ? One : never
type CompanyType = 'agency' | 'client' | 'administrator' | 'sales'

/**
 * Requests the first rows of each list as its own call would: a caller without access to a list finds nothing in it.
 * Runs them one after another, so that a search holds one connection.
 */
export const handleSearchEverything: Handler<typeof searchEverything> = async ({ body }, call) => {
  if (isOfSeparators(body.search)) return nothing
  // The lists take this word to mean no search; they ignore case.
  const search = body.search === 'all' ? 'ALL' : body.search
  const ofAgency = call.caller.agencyId !== null
  const companies = await findCompanies(call, ofAgency ? 'client' : 'agency', search)
  if (!ofAgency) companies.push(...(await findClientsInside(call, search)))
  const campaigns = ofAgency ? await findCampaigns(call, search) : await findCampaignsInside(call, search)
  const leads = await findLeads(call, search)
  const people = await findPeople(call, 'administrator', search)
  const sales = ofAgency ? [] : await findPeople(call, 'sales', search)
  return { companies, campaigns, leads, people: [...people, ...sales].slice(0, maxOfAKind) }
}

const nothing: FoundEverywhere = { companies: [], campaigns: [], leads: [], people: [] }
/** A search for leads consists of words; one without any would match all of them. */
const isOfSeparators = (search: string): boolean => /^[\s,;]*$/.test(search)

const firstPage = { page: 1, perPage: maxOfAKind } as const
const ofAll = { group: 'all', sort: 'all', order: 'all' } as const

async function findCompanies(
  call: SignedInCall,
  type: 'agency' | 'client',
  search: string,
): Promise<FoundEverywhere['companies']> {
  const rows = await queryCompanies(call, type, search)
  return rows.map((row) => ({ id: row.company_id, name: row.company_name, type, agency_id: null }))
}

async function findPeople(
  call: SignedInCall,
  type: 'administrator' | 'sales',
  search: string,
): Promise<FoundEverywhere['people']> {
  const rows = await queryCompanies(call, type, search)
  return rows.flatMap(({ id, name, email }) => (id === null ? [] : [{ id, name, email, type }]))
}

const queryCompanies = (
  call: SignedInCall,
  type: CompanyType,
  search: string,
): Promise<readonly Row<typeof companiesOperation>[]> =>
  unlessRefused(companiesOperation, call, () =>
    listCompanies(
      {
        params: { ...ofAll, companyId: call.caller.companyId, type, module: 'all', search },
        query: { ...firstPage, cardStatus: 'all', campaignStatus: 'all', filters: 'all', exclude: 'all' },
        body: undefined,
      },
      call,
    ),
  )

async function findCampaigns(call: SignedInCall, search: string): Promise<FoundEverywhere['campaigns']> {
  const of = { companyId: call.caller.companyId, clientId: 'all', type: 'all' } as const
  const rows = await unlessRefused(campaignsOperation, call, () =>
    listCampaigns(
      {
        params: { ...ofAll, ...of, search },
        query: { ...firstPage, view: 'all', campaignStatus: 'all' },
        body: undefined,
      },
      call,
    ),
  )
  return rows.map((row) => ({
    id: row.campaignId,
    name: row.campaignName,
    company_name: row.company_name,
    module: row.module,
    agency_id: null,
  }))
}

async function findClientsInside(call: SignedInCall, search: string): Promise<FoundEverywhere['companies']> {
  const clients = await completeNames(call, 'client', search)
  return clients.map(({ id, name, agencyId }) => ({ id, name, type: 'client', agency_id: agencyId }))
}

async function findCampaignsInside(call: SignedInCall, search: string): Promise<FoundEverywhere['campaigns']> {
  const campaigns = await completeNames(call, 'campaign', search)
  return campaigns.map(({ id, name, agencyId, agencyName }) => ({
    id,
    name,
    company_name: agencyName,
    module: null,
    agency_id: agencyId,
  }))
}

/**
 * Objects that the operator's people find by name anywhere: they have no list across all agencies. Leads they find
 * only within one agency, because leads are people (decision 112).
 */
const completeNames = (call: SignedInCall, kind: 'client' | 'campaign', search: string) =>
  search.length < fewestLetters
    ? Promise.resolve([])
    : unlessRefused(autocomplete, call, async () => ({ data: await findBelow(call, kind, search, maxOfAKind) }))

async function findLeads(call: SignedInCall, search: string): Promise<FoundEverywhere['leads']> {
  const ofAnyDay = { companyId: call.caller.companyId, clientId: 'all', start: 'all', end: 'all' } as const
  const filter = {
    sortBy: 'all',
    order: 'all',
    moduleType: 'all',
    kind: 'all',
    status: 'all',
    campaign: 'all',
    groupId: 'all',
  } as const
  const rows = await unlessRefused(leadsOperation, call, () =>
    listLeads({ params: ofAnyDay, query: { ...firstPage, ...filter, searchQuery: search }, body: undefined }, call),
  )
  return rows.map((row) => ({
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    campaignName: row.campaignName,
  }))
}

/** A list's rows, or none if its declaration or its rules deny the caller access for their own company. */
async function unlessRefused<Found>(
  operation: Operation,
  call: SignedInCall,
  list: () => Promise<{ data: Found[] }>,
): Promise<readonly Found[]> {
  try {
    if (!grantFor(operation, call.caller).reach.includes('own')) return []
    return (await list()).data
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'forbidden') return []
    throw thrown
  }
}
