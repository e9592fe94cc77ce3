import { z } from 'zod'
import { domainFrom } from '../campaigns/module-fields/b2b.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneAnswer, searchText } from '../core/wire.ts'
import { sentences } from '../core/sentences.ts'
import { operatorOnly } from './imports.ts'

const range = z.union([z.cidrv4(sentences.network), z.cidrv6(sentences.network)])

const companyRange = z.object({
  range: z.string().meta({ description: 'A network such as 198.51.100.0/24.' }),
  company_domain: z.string(),
  company_name: z.string().meta({ description: 'Empty if unknown.' }),
})
export type CompanyRange = z.output<typeof companyRange>

export const listCompanyRanges = operation({
  id: 'own',
  name: 'listCompanyRanges',
  area: 'identity',
  method: 'GET',
  path: '/identity/company-range/{search}',
  summary:
    'Lists IP ranges by company. Searches the beginnings of domains and names, or the ranges around an IP address.',
  params: z.strictObject({ search: searchText }),
  query: pageQuery,
  answer: pageOf(companyRange),
  access: operatorOnly,
})

export const moveCompanyRange = operation({
  id: 'own',
  name: 'moveCompanyRange',
  area: 'identity',
  method: 'PUT',
  path: '/identity/company-range',
  summary: 'Assigns an IP range to another known company. Resolved visits stay unchanged.',
  body: z.strictObject({
    range,
    company_domain: z
      .string()
      .trim()
      .min(1)
      .max(253)
      .overwrite((text) => domainFrom(text) ?? text.toLowerCase()),
  }),
  answer: doneAnswer,
  access: operatorOnly,
})

export const removeCompanyRange = operation({
  id: 'own',
  name: 'removeCompanyRange',
  area: 'identity',
  method: 'PUT',
  path: '/identity/company-range/remove',
  summary: 'Removes an IP range from its company. Resolved visits stay unchanged.',
  body: z.strictObject({ range }),
  answer: doneAnswer,
  access: operatorOnly,
})
