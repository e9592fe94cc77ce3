import { expect } from 'vitest'
import { switchUser } from '#contract/sign-in/view-mode.ts'
import { createCoupon } from '#contract/billing/coupons.ts'
import { excludeMinimumSpend, setBillingMethod, settleManualBill } from '#contract/billing/manual-bill.ts'
import { setOnboarding } from '#contract/billing/onboarding.ts'
import { saveSetting } from '#contract/settings/settings.ts'
import { setSales } from '#contract/companies/sales.ts'
import type { Operation } from '#contract/core/operation.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestApp } from '../app.ts'
import type { TestTree } from '../factories.ts'
import type { TestDatabase } from '../harness.ts'

export const canary = 'Rootcanary'
/** Matches the operator's name, hosts, logo and people, the product's name, and another agency. */
export const foreign = /rootcanary|leadloom|brightside/i

/** Puts the canary into everything that identifies the operator: its brand, its people, its hosts. */
export async function nameRoot(db: TestDatabase, root: TestTree['root']): Promise<void> {
  const name = canary.toLowerCase()
  await db.adminPool.query(
    `update brand set name = $2, legal_name = $2 || ' Holdings', short_name = $2, contact_name = $2, contact_email = $3,
       phone = $2, address = $2, city = $2, mail_from = $3, logo_svg = $4, icon_svg = $4 where company_id = $1`,
    [root.id, canary, `hello@${name}.test`, `<svg xmlns="http://www.w3.org/2000/svg"><title>${canary}</title></svg>`],
  )
  await db.adminPool.query('update company set name = $2 where id = $1', [root.id, canary])
  await db.adminPool.query(`update app_user set full_name = $2, email = id || '@${name}.test' where company_id = $1`, [
    root.id,
    `${canary} Person`,
  ])
  await db.adminPool.query('insert into host (host, company_id, root_id, verified_at) values ($2, $1, $1, now())', [
    root.id,
    `app.${name}-platform.test`,
  ])
}

/** The operator's actions for an agency, which then appear in the agency's own log, charges, prices and emails. */
export async function actAsOperator(http: TestApp, { root, acme }: TestTree): Promise<void> {
  const companyID = acme.id
  const acts: readonly [Operation, object][] = [
    [saveSetting, { companyID, settingname: 'support', support_url: 'https://help.acme.test/' }],
    [setSales, { companyID, salesRep: root.salesRep.id, salesAE: root.executive.id, salesRef: root.salesRep.id }],
    [setOnboarding, { companyID: root.id, amount: 100, enable_coupon: 'T' }],
    [createCoupon, { code: 'SPRING-30', type: 'percent', value: 30 }],
    [excludeMinimumSpend, { companyID, exclude_minimum_spend: 1 }],
    [setBillingMethod, { companyID, manualBill: 'T' }],
    [setBillingMethod, { companyID, manualBill: 'F', operationId: newId(Date.now()) }],
    [settleManualBill, { userID: acme.owner.id }],
    [switchUser, { userID: acme.owner.id, reason: 'A look at a lead' }],
  ]
  for (const [operation, body] of acts) {
    const answer = await http.as(root.system).call(operation, { body })
    expect([operation.name, answer.status, answer.body.field]).toEqual([operation.name, 200, undefined])
  }
  http.forget(root.system)
}
