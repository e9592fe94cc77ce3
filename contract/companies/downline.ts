import { z } from 'zod'
import { fromSession } from '../core/documented-keys.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { searchText } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { companyRow, companySortKeys } from './companies.ts'

/** The roles in which an agency can be assigned to someone (R190): one person can have several of them. */
const salesParts = ['salesRep', 'salesAE', 'salesRef'] as const
export type SalesPart = (typeof salesParts)[number]

const downlineRow = companyRow.extend({
  parts: z.array(z.enum(salesParts)),
  /** Number of the agency's clients. */
  clients: z.int(),
})
export type DownlineRow = Plain<z.output<typeof downlineRow>>

export const listDownline = operation({
  id: 'C053',
  name: 'listDownline',
  area: 'companies',
  method: 'GET',
  path: '/configuration/sales-downline/{companyID}/{idsys}/{sort}/{order}/{search}',
  summary:
    'Lists the agencies assigned to a sales person: any of the staff for the operator, their own for sales staff.',
  params: z.strictObject({
    companyID: id.meta({ description: 'The operator that sales staff work for.' }),
    idsys: fromSession('system'),
    sort: z.enum(['', 'all', 'none', ...companySortKeys]).default('all'),
    order: z.enum(['', 'all', 'none', 'asc', 'desc']).default('all'),
    search: searchText,
  }),
  query: pageQuery.extend({
    salesId: id.optional().meta({ description: 'The sales person. Sales staff omit it to read their own.' }),
  }),
  answer: pageOf(downlineRow),
  access: {
    rootSystem: { reach: ['own'] },
    rootAdmin: { reach: ['own'], permission: 'settings.enable' },
    accountExecutive: { reach: ['own'] },
  },
  object: { kind: 'company', in: 'params', key: 'companyID' },
})
