import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageQuery } from '../core/page.ts'
import { doneAnswer, formVersion, searchText } from '../core/wire.ts'

/** The operator decides who looks after an agency (D2 §6). */
const operators: Access = {
  rootSystem: { reach: ['own', 'below'] },
  rootAdmin: { reach: ['own', 'below'], permission: 'settings.update' },
}

export const listSales = operation({
  id: 'C051',
  name: 'listSales',
  area: 'companies',
  method: 'GET',
  path: '/configuration/sales/list/{companyID}',
  summary:
    'Lists the operator’s sales representatives and account executives by name. Searchable by name or email address.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery.extend({ search: searchText }),
  answer: z.object({
    result: z.literal('success'),
    params: z.array(z.object({ id, name: z.string(), kind: z.enum(['salesRep', 'accountExecutive']) })),
    total: z.int(),
  }),
  access: operators,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

/** A person from the list, or nobody. */
const staff = z.union([z.literal(''), id]).default('')

export const setSales = operation({
  id: 'C052',
  name: 'setSales',
  area: 'companies',
  method: 'PUT',
  path: '/configuration/sales',
  summary:
    'Assigns a sales representative, an account executive and a referrer to an agency. Empty removes the assignment.',
  body: z.strictObject({
    companyID: id,
    salesRep: staff,
    salesAE: staff,
    salesRef: staff,
    /** The `sales_version` that `getCompany` returned. */
    version: formVersion.optional(),
  }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'settings.update' },
  },
  object: { kind: 'company', in: 'body', key: 'companyID' },
})

export const listRoots = operation({
  id: 'C054',
  name: 'listRoots',
  area: 'companies',
  method: 'GET',
  path: '/configuration/root/list',
  summary: 'Lists the operator that the caller belongs to.',
  answer: z.object({ result: z.literal('success'), data: z.array(z.object({ id, name: z.string() })) }),
  access: { rootSystem: { reach: ['own'] }, rootAdmin: { reach: ['own'] } },
})
