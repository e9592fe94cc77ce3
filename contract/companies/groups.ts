import { z } from 'zod'
import type { Access, Permission } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, doneWith, line } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'

/** How many groups a company can have: few enough to return without paging. */
export const maxGroups = 200

const companyGroup = z.object({
  companyGroupID: id,
  companyGroupName: z.string(),
  companyID: id,
  /** The menu that the group filters; only LeadsPeek has groups. */
  moduleID: z.literal('LeadsPeek'),
  clients: z.int().meta({ description: 'Number of its clients.' }),
})
export type CompanyGroup = Plain<z.output<typeof companyGroup>>

/** A path segment that filters a list by a group of clients. */
export const groupSegment = z.union([z.enum(['', 'all']), id]).default('all')

export const listCompanyGroups = operation({
  id: 'C033',
  name: 'listCompanyGroups',
  area: 'companies',
  method: 'GET',
  path: '/company/group',
  summary: 'Lists a company’s client groups by name (selector of R058).',
  query: z.strictObject({ companyID: id, userModule: z.literal('LeadsPeek').default('LeadsPeek') }),
  answer: z.object({ result: z.literal('success'), data: z.array(companyGroup) }),
  access: {
    rootSystem: { reach: ['own', 'below'] },
    rootAdmin: { reach: ['own', 'below'], anyMenu: true },
    agencyOwner: { reach: ['own', 'below'] },
    administrator: { reach: ['own', 'below'], anyMenu: true },
    client: { reach: ['own'] },
  },
  object: { kind: 'company', in: 'query', key: 'companyID' },
})

/** An agency groups its own clients; the operator may do it for an agency. */
const orderingClients = (permission: Permission): Access => ({
  rootSystem: { reach: ['below'] },
  rootAdmin: { reach: ['below'], permission },
  agencyOwner: { reach: ['own'] },
  administrator: { reach: ['own'], permission },
})

export const saveCompanyGroup = operation({
  id: 'C034',
  name: 'saveCompanyGroup',
  area: 'companies',
  method: 'POST',
  path: '/company/group',
  summary: 'Creates or renames a client group of an agency. Names are unique within an agency.',
  body: z.strictObject({
    companyGroupID: z
      .union([z.literal(''), id])
      .default('')
      .meta({ description: 'Empty to create a group.' }),
    companyGroupName: line(100),
    companyID: id.meta({ description: 'The agency.' }),
    moduleID: z.literal('LeadsPeek').default('LeadsPeek'),
  }),
  answer: doneWith(companyGroup),
  errors: ['conflict'],
  access: orderingClients('settings.update'),
  object: { kind: 'company', in: 'body', key: 'companyID' },
})

export const removeCompanyGroup = operation({
  id: 'C035',
  name: 'removeCompanyGroup',
  area: 'companies',
  method: 'DELETE',
  path: '/company/group/remove/{id}',
  summary: 'Removes a client group. Its clients and their campaigns stay, without a group.',
  params: z.strictObject({ id }),
  answer: doneAnswer,
  access: orderingClients('settings.delete'),
  object: { kind: 'group', in: 'params', key: 'id' },
})

export const placeInGroup = operation({
  id: 'own',
  name: 'placeInGroup',
  area: 'companies',
  method: 'PUT',
  path: '/company/group/client',
  summary: 'Moves a client, with its campaigns, into a group of its agency, or out of its group.',
  body: z.strictObject({
    companyID: id.meta({ description: 'The client.' }),
    companyGroupID: z.union([z.literal(''), id]).meta({ description: 'Empty for no group.' }),
  }),
  answer: doneAnswer,
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'settings.update' },
    agencyOwner: { reach: ['below'] },
    administrator: { reach: ['below'], permission: 'settings.update' },
  },
  object: { kind: 'company', in: 'body', key: 'companyID' },
})
