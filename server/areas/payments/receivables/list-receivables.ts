import type { listReceivables, Receivable } from '#contract/payments/receivables.ts'
import { centsFromE4, dollarsFromCents, e4FromCents } from '#contract/core/money.ts'
import { toPage } from '#contract/core/page.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { readAccounts, readAges, type Ages, type Payee } from './read-receivables.ts'

export const handleListReceivables: Handler<typeof listReceivables> = ({ query: { page, perPage } }, call) =>
  call.inScope(async (tx) => {
    const payee: Payee = call.caller
    const ages = await readAges(tx, payee, dateOf(call.platform.clock.now()))
    const { accounts, count, owed_e4 } = await readAccounts(tx, payee, {
      payerIds: [...ages.keys()],
      limit: perPage,
      offset: (page - 1) * perPage,
    })
    const rows = accounts.map(({ company_id, company_name, reminded_on, owed_e4: own_e4 }) => ({
      company_id,
      company_name,
      ...present(own_e4, ages.get(company_id) ?? noAges),
      reminded_on,
    }))
    const all = [...ages.values()].reduce(add, noAges)
    return { ...toPage(rows, page, perPage, count), sums: present(owed_e4, all) }
  })

const noAges: Ages = { current: 0, days_1_30: 0, days_31_60: 0, over_60: 0 }
const add = (one: Ages, other: Ages): Ages => ({
  current: one.current + other.current,
  days_1_30: one.days_1_30 + other.days_1_30,
  days_31_60: one.days_31_60 + other.days_31_60,
  over_60: one.over_60 + other.over_60,
})

/** What no charge demands is the rest of the balance, so that the parts are the ledger's sum to the cent. */
function present(owed_e4: number, ages: Ages): Omit<Receivable, 'company_id' | 'company_name' | 'reminded_on'> {
  const { current, days_1_30, days_31_60, over_60 } = ages
  const charged_cents = current + days_1_30 + days_31_60 + over_60
  return {
    unbilled: dollarsFromCents(centsFromE4(owed_e4 - e4FromCents(charged_cents))),
    current: dollarsFromCents(current),
    days_1_30: dollarsFromCents(days_1_30),
    days_31_60: dollarsFromCents(days_31_60),
    over_60: dollarsFromCents(over_60),
    total: dollarsFromCents(centsFromE4(owed_e4)),
  }
}
