import type { Module } from '#contract/campaigns/modules.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import { boundWord, costField, costFromText, costKindsOf, isLeadPrice, type CostKind } from '#contract/pricing/cost.ts'
import {
  boundFields,
  retailField,
  type BoundField,
  type RetailLine,
  type setRetailCost,
} from '#contract/pricing/retail.ts'
import type { PaymentTerm } from '#contract/companies/selections.ts'
import { assertFormUnchanged } from '#server/areas/activity/form-version.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { dateOf } from '#server/platform/clock.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { changedBounds, maximumText, maxOf, presentBounds, saveBounds } from './bounds.ts'
import { minimumText, readCostSetup } from './cost.ts'
import { followRetail } from './follow-retail.ts'
import { lockPrices } from './lock-prices.ts'
import { insertPrices } from './prices.ts'
import { writtenLines } from './price-forms.ts'
import { retailFields, soldBy } from './read-retail.ts'
import { readRetailSetup, retailFloor, retailPriceOf, type RetailSetup } from './retail.ts'

interface Change {
  module: Module
  term: PaymentTerm
  kind: CostKind
  /** The field's name in the body. */
  field: string
  was_e4: number
  price_e4: number
}

/**
 * Sets what a client pays, or an agency's default for its clients (C050). Stores only what differs from the effective
 * prices. Throws `invalid`, naming the field, for a lead price below what the agency pays or above its bound.
 */
export const handleSetRetailCost: Handler<typeof setRetailCost> = async ({ body }, call) => {
  const seller = soldBy(call)
  const now = dateOf(call.platform.clock.now())
  await call.inScope(async (tx) => {
    await lockPrices(tx, seller)
    const company = await tx.query<{ name: string }>('select name from company where id = $1', [body.companyId])
    const wholesale = await readAsRoot(tx, seller.rootId, () => readCostSetup(tx, seller.rootId, seller.agencyId))
    const setup = await readRetailSetup(tx, seller, wholesale)
    await assertFormUnchanged(tx, call.platform, body.version, {
      bookId: seller.agencyId,
      targetId: body.companyId,
      actions: ['billing.retailCostSet'],
      fields: retailFields(setup),
      written: writtenLines(body.costs),
    })
    const changes = body.costs.flatMap((line, index) => changesOf(setup, line, `costs.${index}`))
    assertNotBelowFloor(setup, changes)
    const bounds = body.costs.map((line, index) => boundOf(setup, line, `costs.${index}`))
    for (const { priceKey: of, to, isChanged } of bounds) if (isChanged) await saveBounds(tx, seller, of, to)
    for (const { module, paymentTerm: term } of body.costs) {
      const here = changes.filter((change) => change.module === module && change.term === term)
      if (here.length === 0) continue
      const prices = { ...setup.own(module, term) }
      for (const { kind, price_e4 } of here) prices[kind] = price_e4
      await insertPrices(tx, 'retail_cost', { ...seller, module, term }, prices, {
        userId: call.caller.userId,
        at: now,
      })
    }
    const { rootId, agencyId, clientId } = seller
    await followRetail(tx, { rootId, agencyId, clientIds: clientId === null ? null : [clientId] }, now)
    const describePrices = (value: (change: Change) => number): Record<string, number> =>
      Object.fromEntries(
        changes.map((change) => [
          `${change.term}.${costField(change.module, change.kind)}`,
          dollarsFromE4(value(change)),
        ]),
      )
    await recordActivity(tx, call, {
      action: 'billing.retailCostSet',
      target: { kind: 'company', id: body.companyId, name: company.rows[0]?.name },
      from: { ...describePrices(({ was_e4 }) => was_e4), ...Object.assign({}, ...bounds.map(({ was }) => was)) },
      to: {
        ...describePrices(({ price_e4 }) => price_e4),
        ...Object.assign({}, ...bounds.map(({ became }) => became)),
      },
    })
  })
  return { result: 'success', message: 'Setting has been saved.' }
}

const changesOf = (setup: RetailSetup, line: RetailLine, path: string): Change[] => {
  const { module, paymentTerm: term } = line
  return costKindsOf(module).flatMap((kind): Change[] => {
    const field = retailField(module, kind)
    const dollars = line[field]
    const price_e4 = dollars === undefined ? null : costFromText(kind, String(dollars))
    const was_e4 = retailPriceOf(setup, module, term, kind)
    return price_e4 === null || price_e4 === was_e4
      ? []
      : [{ module, term, kind, field: `${path}.${field}`, was_e4, price_e4 }]
  })
}

function assertNotBelowFloor(setup: RetailSetup, changes: readonly Change[]): void {
  for (const { module, term, kind, field, price_e4 } of changes) {
    const floor_e4 = retailFloor(setup, module, term, kind)
    if (price_e4 < floor_e4) throw invalid(field, minimumText(floor_e4))
  }
}

type Told = Record<string, string | number>

/** A line's bounds, in the stored form and for the activity log. Throws `invalid` if they conflict with the price. */
function boundOf(setup: RetailSetup, line: RetailLine, path: string) {
  const { module, paymentTerm: term } = line
  const to = changedBounds(setup.bounds, line, path)
  const fields = boundFields.filter(({ name }) => line[name] !== undefined)
  assertWithinBound(setup, line, to.max_e4, path)
  const before = presentBounds(setup.bounds)[term][module]
  const changedFields = fields.filter(({ name }) => String(line[name]) !== String(before[name]))
  const tell = (of: Partial<Record<BoundField, string | number>>): Told =>
    Object.fromEntries(changedFields.map(({ name, wire }) => [`${term}.${boundWord(module, wire)}`, of[name] ?? '']))
  return { priceKey: { module, term }, to, isChanged: changedFields.length > 0, was: tell(before), became: tell(line) }
}

/** The price and the bound must fit together, whichever of them is set. */
function assertWithinBound(setup: RetailSetup, line: RetailLine, own_e4: number | null, path: string): void {
  const { module, paymentTerm: term } = line
  const max_e4 = own_e4 ?? maxOf(setup.bounds, module, term)
  if (max_e4 === 0) return
  const isSet = line.maxPrice !== undefined
  for (const kind of costKindsOf(module).filter(isLeadPrice)) {
    const field = retailField(module, kind)
    const input = line[field]
    const floor_e4 = retailFloor(setup, module, term, kind)
    if (isSet && max_e4 < floor_e4) throw invalid(`${path}.maxPrice`, minimumText(floor_e4))
    if (isSet && input === undefined && (setup.own(module, term)[kind] ?? 0) > max_e4)
      throw invalid(`${path}.maxPrice`, 'The highest price must not be below the price per lead.')
    // The agency's cost may have risen above the bound since.
    const price_e4 = input === undefined ? null : costFromText(kind, String(input))
    if (price_e4 !== null && price_e4 > Math.max(max_e4, floor_e4))
      throw invalid(`${path}.${field}`, maximumText(max_e4))
  }
}
