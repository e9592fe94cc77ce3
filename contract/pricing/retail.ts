import { z } from 'zod'
import { limitFrequencies, typedDefaultLimit } from '../campaigns/campaign.ts'
import { moduleDefinitions, modules, type Module } from '../campaigns/modules.ts'
import type { Access } from '../core/access.ts'
import { allUnused, emptyIsOmitted } from '../core/documented-keys.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, formVersion, localDate } from '../core/wire.ts'
import { paymentTerms } from '../companies/selections.ts'
import { costKindsOf, shownCost, typedCost, type CostKind } from './cost.ts'
import { sentences } from '../core/sentences.ts'
import { plainNames, type Plain } from '../core/wire-names.ts'

const retailFields = ['PlatformFee', 'CostSet', 'CostSetAdvanced', 'CostSetB2b', 'CostMonth'] as const
const wireBounds = ['CostMaxLead', 'LimitLead', 'LimitLeadFreq', 'LimitLeadStart', 'LimitLeadEnd'] as const
type WireRetailField = (typeof retailFields)[number]

/** Bounds of campaigns, besides their price (D2§3 L58), and their names in the log. */
export const boundFields = wireBounds.map((wire) => ({ name: plainNames[wire], wire }))
export type BoundField = (typeof boundFields)[number]['name']
export type RetailField = (typeof plainNames)[WireRetailField]

/** The wire's name of a client's price of a product (D2§3 L58). */
function wireRetailField(module: Module, kind: CostKind): WireRetailField {
  switch (kind) {
    case 'platformFee':
      return 'PlatformFee'
    case 'leadPrice':
      return moduleDefinitions[module].leadPriceField
    case 'advancedLeadPrice':
      return 'CostSetAdvanced'
    case 'monthlyMinimum':
      return 'CostMonth'
  }
}

/** The field of a price row with a client's price of a product. */
export const retailField = (module: Module, kind: CostKind): RetailField => plainNames[wireRetailField(module, kind)]

/** A start or end day of a campaign; empty for none. */
const someDay = z.union([
  z.literal(''),
  localDate.refine((day) => day >= '2000-01-01' && day <= '2100-12-31', sentences.dateInReach),
])

/** Prices of one product under one payment term, in dollars; omitted ones stay unchanged. */
const retailLine = z
  .strictObject({
    ModuleName: z.enum(modules),
    PaymentTerm: z.enum(paymentTerms),
    PlatformFee: typedCost('platformFee').optional(),
    CostSet: typedCost('leadPrice').optional(),
    CostSetAdvanced: typedCost('advancedLeadPrice').optional(),
    CostSetB2b: typedCost('leadPrice').optional(),
    CostMonth: typedCost('monthlyMinimum').optional(),
    CostMaxLead: typedCost('leadPrice')
      .optional()
      .meta({ description: 'Maximum price of a lead in dollars; 0 for no maximum.' }),
    LimitLead: emptyIsOmitted(typedDefaultLimit).meta({
      description: 'Maximum leads per period of new campaigns; 0: 100 a day, or as many as $1,000 buys.',
    }),
    LimitLeadFreq: emptyIsOmitted(z.enum(limitFrequencies)),
    LimitLeadStart: someDay
      .optional()
      .meta({ description: 'First day of new campaigns; empty for the day of creation.' }),
    LimitLeadEnd: someDay.optional().meta({ description: 'Last day of new campaigns; empty for no end date.' }),
    ...allUnused(['topupoptions', 'leadsbuy'], sentences.onCampaign),
  })
  .superRefine((line, context) => {
    const fields = costKindsOf(line.ModuleName).map((kind) => wireRetailField(line.ModuleName, kind))
    for (const field of retailFields)
      if (line[field] !== undefined && !fields.includes(field))
        context.addIssue({ code: 'custom', path: [field], message: sentences.otherProduct })
  })
export type RetailLine = Plain<z.output<typeof retailLine>>

const bounds = z.object({
  CostMaxLead: z.number(),
  LimitLead: z.int(),
  LimitLeadFreq: z.enum(limitFrequencies),
  LimitLeadStart: z.string(),
  LimitLeadEnd: z.string(),
})
/** Bounds of campaigns, by payment term and product. */
const shownBounds = z.record(z.enum(paymentTerms), z.record(z.enum(modules), bounds))
export type ShownBounds = Plain<z.output<typeof shownBounds>>

/** The agency sets the prices for its clients, as can the operator that looks after it. */
const sellers = (permission: 'settings.enable' | 'settings.update'): Access => ({
  rootSystem: { reach: ['below'] },
  rootAdmin: { reach: ['below'], permission },
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission },
  // R148: for what is assigned to them.
  accountExecutive: { reach: ['below'] },
})

export const setRetailCost = operation({
  id: 'C050',
  name: 'setRetailCost',
  area: 'pricing',
  method: 'PUT',
  path: '/configuration/user/costmodule',
  summary:
    'Sets a client’s prices and the default limits of its new campaigns or, with the agency given, those of all clients without their own. Existing leads keep their price.',
  body: z.strictObject({
    companyID: id,
    version: formVersion.optional(),
    costs: z
      .array(retailLine)
      .min(1)
      .max(modules.length * paymentTerms.length)
      .refine(
        (lines) => new Set(lines.map((line) => `${line.ModuleName} ${line.PaymentTerm}`)).size === lines.length,
        'names a product and term twice',
      ),
  }),
  answer: doneAnswer,
  errors: ['conflict'],
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
  summary: 'Reads the prices of a client, or of all clients without their own, next to what the agency pays.',
  params: z.strictObject({ companyID: id }),
  answer: z.object({
    result: z.literal('success'),
    data: shownCost,
    /** What the agency pays its operator: no lead is sold below it. */
    agencyCost: shownCost,
    /** For a client: the prices of all clients without their own. Null where these are what is read. */
    defaults: shownCost.nullable(),
    bounds: shownBounds,
    /** Identifies what was read when some of it is saved. */
    version: formVersion,
    /** The first term that the company may use: a client’s own. */
    dpay: z.enum(paymentTerms),
  }),
  access: sellers('settings.enable'),
  object: { kind: 'company', in: 'params', key: 'companyID' },
})
