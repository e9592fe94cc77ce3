import { z } from 'zod'
import { payersAndPayees } from '../billing/charges.ts'
import { managers } from '../core/access.ts'
import { countryCodes } from '../core/countries.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { sentences } from '../core/sentences.ts'
import { readTypedNumber } from '../core/typed-number.ts'
import { doneAnswer, doneWith, flag, formVersion, line, localDate } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'

/** A tax rate as people type it ("8.875", "8,875 %") to 1/1,000 percent. Null for anything else, including over 100. */
export function rateFromText(text: string): number | null {
  const number = readTypedNumber(text.replace(/\s*[%\u066A]\s*$/, ''))
  // No rate has four digits, so a comma is always a decimal mark.
  const plain = number && ('plain' in number ? number.plain : number.either[1])
  const match = /^(\d{1,3})(?:\.(\d{0,3}))?$/.exec(plain ?? '')
  if (!match) return null
  const rate_e3 = Number(match[1]) * 1_000 + Number((match[2] ?? '').padEnd(3, '0') || 0)
  return rate_e3 > 100_000 ? null : rate_e3
}

/** Percent on the wire, as a number or typed text: at most three decimals, from 0 to 100. Parsed to a number. */
const percent = z
  .union([z.number(sentences.taxRate), z.string().max(20, sentences.taxRate)], sentences.taxRate)
  .refine((value) => rateFromText(String(value)) !== null, sentences.taxRate)
  .transform((value) => (rateFromText(String(value)) ?? 0) / 1_000)

const country = z.enum(countryCodes, sentences.country)

/** ISO 3166-2 subdivision code without the country, such as NY; empty for the whole country. */
const regionCode = /^[A-Z0-9]{1,3}$/
const region = z
  .string()
  .max(3, sentences.region)
  .refine((text) => text === '' || regionCode.test(text), sentences.region)
  .default('')

const ofCompany = { kind: 'company', in: 'params', key: 'companyID' } as const
const params = z.strictObject({ companyID: id })

const taxRate = z.object({
  id,
  country: z.string(),
  region: z.string().meta({ description: 'Empty for the whole country.' }),
  name: z.string(),
  percent: z.number(),
  valid_from: localDate,
  state: z
    .enum(['current', 'coming', 'past'])
    .meta({ description: 'Whether it applies to invoices issued today; a later rate of the same place replaces it.' }),
})
export type TaxRate = Plain<z.output<typeof taxRate>>

export const listTaxRates = operation({
  id: 'own',
  name: 'listTaxRates',
  area: 'taxes',
  method: 'GET',
  path: '/taxes/{companyID}/rates',
  summary: 'Lists a seller’s tax rates by place, latest first.',
  params,
  query: pageQuery,
  answer: pageOf(taxRate),
  access: managers('settings.enable'),
  object: ofCompany,
})

export const addTaxRate = operation({
  id: 'own',
  name: 'addTaxRate',
  area: 'taxes',
  method: 'POST',
  path: '/taxes/{companyID}/rates',
  summary: 'Adds a tax rate for payers of a place from a date on. Issued invoices stay unchanged.',
  params,
  body: z.strictObject({
    country,
    region,
    name: line(40).meta({ description: 'Shown on invoices, such as VAT.' }),
    percent,
    valid_from: localDate.refine((date) => date >= '2000-01-01' && date < '2101-01-01', sentences.dateInReach),
  }),
  answer: doneWith(z.object({ id })),
  errors: ['conflict'],
  access: managers('settings.update'),
  object: ofCompany,
  limits: [{ count: 300, perSeconds: 3600, by: 'user' }],
})

export const removeTaxRate = operation({
  id: 'own',
  name: 'removeTaxRate',
  area: 'taxes',
  method: 'PUT',
  path: '/taxes/{companyID}/rates/remove',
  summary: 'Removes a tax rate. Invoices issued with it stay unchanged.',
  params,
  body: z.strictObject({ rate_id: id }),
  answer: doneAnswer,
  access: managers('settings.update'),
  object: ofCompany,
})

const taxDetails = z.object({
  country: z.string().meta({ description: 'Country where the company is taxed; empty if unknown.' }),
  region: z.string(),
  tax_number: z.string(),
  exempt: flag.meta({ description: 'Whether its seller has exempted it from tax.' }),
  exempt_reason: z.string(),
  percent: z
    .number()
    .nullable()
    .meta({ description: 'Current tax rate of its next invoice, in percent; null for none.' }),
  tax_name: z.string(),
  version: formVersion,
})
export type TaxDetails = Plain<z.output<typeof taxDetails>>

export const readTaxDetails = operation({
  id: 'own',
  name: 'readTaxDetails',
  area: 'taxes',
  method: 'GET',
  path: '/taxes/{companyID}/details',
  summary:
    'Reads where a company is taxed and its tax number, whether its seller has exempted it, and its current rate.',
  params,
  answer: z.object({ result: z.literal('success'), data: taxDetails }),
  access: {
    ...payersAndPayees,
    rootSystem: { reach: ['own', 'below'] },
    rootAdmin: { reach: ['own', 'below'], permission: 'settings.enable' },
  },
  object: ofCompany,
})

export const saveTaxDetails = operation({
  id: 'own',
  name: 'saveTaxDetails',
  area: 'taxes',
  method: 'PUT',
  path: '/taxes/{companyID}/details',
  summary: 'Sets where a company is taxed and its tax number. Callable by its own people and by its seller.',
  params,
  body: z
    .strictObject({
      country: z
        .enum(['', ...countryCodes], sentences.country)
        .optional()
        .meta({
          description: 'Empty if unknown. If omitted, the place stays unchanged.',
        }),
      region,
      tax_number: line(40).or(z.literal('')),
      version: formVersion.optional(),
    })
    .refine(({ country: of, region: part }) => (of ?? '') !== '' || part === '', {
      path: ['country'],
      message: sentences.country,
    }),
  answer: doneAnswer.extend({ version: formVersion }),
  errors: ['conflict'],
  access: {
    rootSystem: { reach: ['own', 'below'] },
    rootAdmin: { reach: ['own', 'below'], permission: 'settings.update' },
    agencyOwner: { reach: ['own', 'below'] },
    administrator: { reach: ['own', 'below'], permission: 'settings.update' },
    client: { reach: ['own'] },
  },
  object: ofCompany,
})

export const saveTaxExemption = operation({
  id: 'own',
  name: 'saveTaxExemption',
  area: 'taxes',
  method: 'PUT',
  path: '/taxes/{companyID}/exemption',
  summary:
    'Exempts a payer from tax, with the reason that its invoices print, or ends the exemption. Callable by its seller.',
  params,
  body: z
    .strictObject({ exempt: flag, reason: line(200).or(z.literal('')), version: formVersion.optional() })
    .refine(({ exempt, reason }) => exempt === 'F' || reason !== '', { path: ['reason'], message: sentences.reason }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'settings.update' },
    agencyOwner: { reach: ['below'] },
    administrator: { reach: ['below'], permission: 'settings.update' },
  },
  object: ofCompany,
})
