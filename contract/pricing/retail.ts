import { z } from 'zod'
import { modules, type Module } from '../campaigns/modules.ts'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { done } from '../core/wire.ts'
import { paymentTerms } from '../tenants/selections.ts'
import { costKindsOf, shownCost, typedCost, type CostKind } from './cost.ts'

const retailFields = ['PlatformFee', 'CostSet', 'CostSetAdvanced', 'CostSetB2b', 'CostMonth'] as const
export type RetailField = (typeof retailFields)[number]

/** How the wire calls a client's price of a product (D2§3 L58). */
export function retailField(module: Module, kind: CostKind): RetailField {
  switch (kind) {
    case 'PlatformFee':
      return 'PlatformFee'
    case 'Costperlead':
      return module === 'b2b' ? 'CostSetB2b' : 'CostSet'
    case 'CostperleadAdvanced':
      return 'CostSetAdvanced'
    case 'MinCostMonth':
      return 'CostMonth'
  }
}

/** Prices of one product under one payment term, in dollars; what is left out stays as it is. */
const retailLine = z
  .strictObject({
    ModuleName: z.enum(modules),
    PaymentTerm: z.enum(paymentTerms),
    PlatformFee: typedCost('PlatformFee').optional(),
    CostSet: typedCost('Costperlead').optional(),
    CostSetAdvanced: typedCost('CostperleadAdvanced').optional(),
    CostSetB2b: typedCost('Costperlead').optional(),
    CostMonth: typedCost('MinCostMonth').optional(),
  })
  .superRefine((line, context) => {
    const known = costKindsOf(line.ModuleName).map((kind) => retailField(line.ModuleName, kind))
    for (const field of retailFields)
      if (line[field] !== undefined && !known.includes(field))
        context.addIssue({ code: 'custom', path: [field], message: 'is not of this product' })
  })
export type RetailLine = z.output<typeof retailLine>

/** Prices between an agency and its clients are the agency's, and its operator's who looks after it. */
const sellers = (permission: 'settings.enable' | 'settings.update'): Access => ({
  rootSystem: { reach: ['below'] },
  rootAdmin: { reach: ['below'], permission },
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission },
})

export const setRetailCost = operation({
  id: 'C050',
  name: 'setRetailCost',
  area: 'pricing',
  method: 'PUT',
  path: '/configuration/user/costmodule',
  summary:
    'Sets what a client pays its agency, or with the agency named what all its clients pay that have no price of their own. Leads that exist keep theirs.',
  body: z.strictObject({
    companyID: id,
    costs: z
      .array(retailLine)
      .min(1)
      .max(modules.length * paymentTerms.length)
      .refine(
        (lines) => new Set(lines.map((line) => `${line.ModuleName} ${line.PaymentTerm}`)).size === lines.length,
        'names a product and term twice',
      ),
  }),
  answer: done,
  access: sellers('settings.update'),
  object: { kind: 'company', in: 'body', key: 'companyID' },
  limits: [{ count: 60, perSeconds: 300, by: 'user' }],
})

export const readRetailCost = operation({
  id: 'own',
  name: 'readRetailCost',
  area: 'pricing',
  method: 'GET',
  path: '/configuration/user/costmodule/{companyID}',
  summary: 'What a client pays its agency, or all clients without a price of their own, beside what the agency pays.',
  params: z.strictObject({ companyID: id }),
  answer: z.object({
    result: z.literal('success'),
    data: shownCost,
    /** What the agency pays its operator: no lead is sold below. */
    agencycost: shownCost,
    /** The first term that the company may use. */
    dpay: z.enum(paymentTerms),
  }),
  access: sellers('settings.enable'),
  object: { kind: 'company', in: 'params', key: 'companyID' },
})
