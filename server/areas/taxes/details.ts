import type { readTaxDetails, saveTaxDetails, saveTaxExemption } from '#contract/taxes/taxes.ts'
import { assertFormUnchanged, formVersionOf, type FormFields } from '#server/areas/activity/form-version.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { rateOf, noTaxes, type PayerTax, type SellerTaxes } from './policy.ts'
import { companyOf, sellersDay, type TaxedCompany } from './rates.ts'
import { readPayerTaxes, readSellerTaxes, type Seller } from './read-taxes.ts'

const nothing: PayerTax = { country: '', region: '', taxNumber: '', exemptReason: null }

/** A company's seller: a client's agency, an agency's operator; an operator has none. */
const sellerTo = ({ rootId, agencyId, clientId }: TaxedCompany): Seller | null =>
  agencyId === null ? null : { rootId, agencyId: clientId === null ? null : agencyId }

/** A payer cannot see its seller's rates, so they are read under the seller's scope. */
async function readSeller({ platform }: SignedInCall, seller: Seller | null): Promise<SellerTaxes> {
  if (!seller) return noTaxes
  const { rootId, agencyId } = seller
  const work = async (tx: Tx): Promise<SellerTaxes> =>
    readSellerTaxes(tx, seller, await sellersDay(tx, seller, platform.clock.now()))
  const scope =
    agencyId === null ? ({ kind: 'root', rootId } as const) : ({ kind: 'agency', rootId, agencyId } as const)
  return inScope(platform.appPool, scope, work, { readOnly: true })
}

export const handleReadTaxDetails: Handler<typeof readTaxDetails> = async (_input, call) => {
  const company = companyOf(call)
  const seller = await readSeller(call, sellerTo(company))
  const payer = await call.inScope((tx) => readOne(tx, company))
  const rate = rateOf(seller, payer)
  return {
    result: 'success',
    data: {
      country: payer.country,
      region: payer.region,
      tax_number: payer.taxNumber,
      exempt: payer.exemptReason !== null,
      exempt_reason: payer.exemptReason ?? '',
      percent: rate && rate.rate_e3 / 1_000,
      tax_name: rate?.name ?? '',
      version: formVersionOf(call.platform, detailFields(payer)),
    },
  }
}

const readOne = async (tx: Tx, { companyId }: TaxedCompany): Promise<PayerTax> =>
  (await readPayerTaxes(tx, [companyId])).get(companyId) ?? nothing

/** What the two forms of a company's tax settings save, by the names of their calls. */
const detailFields = ({ country, region, taxNumber, exemptReason }: PayerTax): FormFields => ({
  country,
  region,
  tax_number: taxNumber,
  exempt: exemptReason !== null,
  reason: exemptReason ?? '',
})

/** The current details, under the lock under which they change. Throws `conflict` if somebody else changed them. */
async function lockUnchanged(
  tx: Tx,
  { platform }: SignedInCall,
  company: TaxedCompany,
  save: { version: string | undefined; written: readonly string[] },
): Promise<PayerTax> {
  const { companyId: targetId, agencyId, rootId } = company
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('tax details ' || $1, 0))`, [targetId])
  const before = await readOne(tx, company)
  await assertFormUnchanged(tx, platform, save.version, {
    bookId: agencyId ?? rootId,
    targetId,
    actions: ['billing.taxDetailsSet', 'billing.taxExemptionSet'],
    fields: detailFields(before),
    written: save.written,
  })
  return before
}

/** An operator manages its agencies, not their clients. */
function assertOwnOrPayer({ caller }: SignedInCall, { companyId, clientId }: TaxedCompany): void {
  if (companyId !== caller.companyId && clientId !== null && caller.agencyId === null)
    throw invalid('companyId', 'This company does not pay you.')
}

export const handleSaveTaxDetails: Handler<typeof saveTaxDetails> = async ({ body }, call) => {
  const company = companyOf(call)
  assertOwnOrPayer(call, company)
  const { country, region, tax_number, version } = body
  const fields = country === undefined ? ['tax_number'] : ['country', 'region', 'tax_number']
  const after = await call.inScope(async (tx) => {
    const before = await lockUnchanged(tx, call, company, { version, written: fields })
    await tx.query(
      `insert into tax_detail (company_id, root_id, agency_id, client_id, country, region, tax_number)
       values ($1, $2, $3, $4, coalesce($5, ''), $6, $7)
       on conflict (company_id) do update set tax_number = excluded.tax_number,
         country = coalesce($5, tax_detail.country),
         region = case when $5::text is null then tax_detail.region else excluded.region end`,
      [company.companyId, company.rootId, company.agencyId, company.clientId, country ?? null, region, tax_number],
    )
    await recordActivity(tx, call, {
      action: 'billing.taxDetailsSet',
      target: { kind: 'company', id: company.companyId },
      from: { country: before.country, region: before.region, tax_number: before.taxNumber },
      to: {
        ...(country === undefined ? { country: before.country, region: before.region } : { country, region }),
        tax_number,
      },
    })
    return readOne(tx, company)
  })
  const nextVersion = formVersionOf(call.platform, detailFields(after))
  return { result: 'success', message: 'Your settings have been saved.', version: nextVersion }
}

export const handleSaveTaxExemption: Handler<typeof saveTaxExemption> = async ({ body }, call) => {
  const company = companyOf(call)
  assertOwnOrPayer(call, company)
  const reason = body.exempt ? body.reason : null
  await call.inScope(async (tx) => {
    const before = await lockUnchanged(tx, call, company, { version: body.version, written: ['exempt', 'reason'] })
    await tx.query(
      `insert into tax_detail (company_id, root_id, agency_id, client_id, exempt_reason) values ($1, $2, $3, $4, $5)
       on conflict (company_id) do update set exempt_reason = excluded.exempt_reason`,
      [company.companyId, company.rootId, company.agencyId, company.clientId, reason],
    )
    await recordActivity(tx, call, {
      action: 'billing.taxExemptionSet',
      target: { kind: 'company', id: company.companyId },
      from: { exempt: before.exemptReason !== null, reason: before.exemptReason ?? '' },
      to: { exempt: body.exempt, reason: reason ?? '' },
    })
  })
  return { result: 'success', message: 'Your settings have been saved.' }
}
