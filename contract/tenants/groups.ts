import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'

const companyGroup = z.object({
  companyGroupID: id,
  companyGroupName: z.string(),
  companyID: id,
  /** The menu that the group narrows; LeadsPeek alone has groups. */
  moduleID: z.literal('LeadsPeek'),
})

/** A path segment that narrows a list to one group of clients. */
export const groupSegment = z.union([z.enum(['', 'all']), id]).default('all')

export const listCompanyGroups = operation({
  id: 'C033',
  name: 'listCompanyGroups',
  area: 'tenants',
  method: 'GET',
  path: '/company/group',
  summary: "The groups into which a company has ordered its clients, by name (R058's selector).",
  query: z.strictObject({ companyID: id, userModule: z.literal('LeadsPeek').default('LeadsPeek') }),
  answer: z.object({ result: z.literal('success'), data: z.array(companyGroup) }),
  access: {
    rootSystem: { reach: ['own', 'below'] },
    rootAdmin: { reach: ['own', 'below'] },
    agencyOwner: { reach: ['own', 'below'] },
    administrator: { reach: ['own', 'below'] },
    client: { reach: ['own'] },
  },
  object: { kind: 'company', in: 'query', key: 'companyID' },
})
