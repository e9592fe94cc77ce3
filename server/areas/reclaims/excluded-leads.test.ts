import { beforeEach, describe, expect, test } from 'vitest'
import { listExclusionCredits } from '#contract/exclusions/lists.ts'
import { useExclusionStage } from '#server/test/exclusion-stage.ts'
import { balancesOf } from '#server/test/payments.ts'
import { reclaimsOn } from '#server/test/reclaims.ts'
import { runJobs } from '#server/test/run-jobs.ts'

// A client that uploads the addresses of its own last leads gets its credit; the operator's share comes back within the allowance (decision 223).

const { now, exclude, undo, visit } = useExclusionStage()
const { limit, claims, decide, report, booked, problems, sums } = reclaimsOn(() => ({ ...now.world, http: now.http }))
beforeEach(async () => {
  await limit()
  // Bookings remain after a test, so the next one starts in a month without leads.
  now.world.clock.advance(62 * 86_400_000)
  now.http.forget()
})

const balances = () => balancesOf(now.world.db, now.world.tree.acme.id)

/** Twenty leads at $0.50 for the operator; the client excludes the first of them by address. */
async function sellAndExclude(level: 'client' | 'root', excluded: number): Promise<string> {
  const emails: string[] = []
  for (let n = 0; n < 20; n++) {
    const person = await now.world.makePerson()
    expect((await visit(person)).reason).toBe('lead')
    emails.push(person.email)
  }
  return exclude(level, ...emails.slice(0, excluded))
}

describe('an upload of the addresses of a client’s own last leads', () => {
  test('credits the client for all, and the agency for a tenth of the month’s cost', async () => {
    const before = await balances()
    await sellAndExclude('client', 20)
    const after = await balances()
    expect(after['client_receivable'] ?? 0).toBe(before['client_receivable'] ?? 0)
    expect(after['root_revenue']! - (before['root_revenue'] ?? 0)).toBe(1_000 - 100)
    const open = (await claims()).filter(({ state }) => state === 'waiting')
    expect(open).toMatchObject([{ source: 'exclusion', leads: 18, amount: 9, excess: 'share' }])
    expect(await problems()).toEqual([])
  })

  test('is accepted as a whole, and counts in the credits of the upload', async () => {
    const amount = await booked()
    const id = await sellAndExclude('client', 6)
    expect(await booked()).toBe(amount + 1)
    expect((await decide('accept', [id])).status).toBe(200)
    expect(await booked()).toBe(amount + 3)
    expect(await report()).toMatchObject({ used: 1, accepted: 2, returned: 3, percent: 30 })
    const params = { companyId: now.world.tree.acme.id }
    const credits = await now.http.as(now.world.tree.acme.owner).call(listExclusionCredits, { params })
    expect(credits.body.data[0]).toMatchObject({ leads: 6, wholesale: 3 })
    expect(await problems()).toEqual([])
  })

  test('that is undone withdraws the claim, and reverses what came back', async () => {
    const before = await balances()
    const id = await sellAndExclude('client', 5)
    await undo('client', id)
    await runJobs(now.world.db, now.http.platform)
    expect((await balances())['root_revenue']! - (before['root_revenue'] ?? 0)).toBe(1_000)
    expect(sums((await claims()).filter((one) => one.id === id))).toEqual({ withdrawn: [1, 1.5] })
    expect(await report()).toMatchObject({ used: 0, returned: 0 })
    expect(await problems()).toEqual([])
  })

  test('to the operator’s own list returns everything, and uses no allowance', async () => {
    const amount = await booked()
    await sellAndExclude('root', 20)
    expect(await booked()).toBe(amount + 10)
    expect(await report()).toMatchObject({ used: 0, free: 10 })
    expect(await problems()).toEqual([])
  })
})
