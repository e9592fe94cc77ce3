import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { replaceCard } from './support/card.ts'
import { runDueJobs, moveClock, readDesk } from './support/desk.ts'
import { useOwnProgram } from './support/own-program.ts'
import { people } from './support/people.ts'
import { visit } from './support/visit.ts'

// Automatic money events: a wallet is topped up, a payment fails for good. These have their own program because other
// journeys' leads would use the wallet too, their past is too short, and their clock does not move.

// Eight days of leads cost about what the wallet has to pay, depending on the weekday; thirteen cost far more.
const program = useOwnProgram(13)
const { acmeOwner } = people

async function openWallet(page: Page) {
  await page.getByRole('button', { name: `Account of ${acmeOwner.name}` }).click()
  await page.getByRole('menuitem', { name: 'Data Wallet' }).click()
  const wallet = page.getByRole('dialog', { name: 'Data Wallet' })
  await wallet.getByRole('region', { name: 'Balance' }).waitFor()
  return wallet
}

/** Reloads a page, which closes any dialog, until a background change shows. */
const waitFor = async (page: Page, isThere: () => Promise<boolean>): Promise<void> => {
  await expect
    .poll(
      async () => {
        await page.reload()
        return isThere()
      },
      { timeout: 200_000, interval: 2_000 },
    )
    .toBe(true)
}

describe('9. A wallet that is running out', () => {
  it('is topped up automatically by the leads that take it below a tenth', async () => {
    const page = await program().open(acmeOwner, '/configuration/client-management')
    const has = (amount: string | RegExp) => async (): Promise<boolean> => {
      const wallet = await openWallet(page)
      return wallet.getByRole('region', { name: 'Balance' }).getByText(amount).isVisible()
    }
    // The past's costs are paid shortly after it is generated.
    await waitFor(page, has(/^\$25\.60$/))
    const wallet = page.getByRole('dialog', { name: 'Data Wallet' })
    await wallet.getByText(/^Topped up with .*\$250\.00.* when less than .*\$25\.00/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    // Credits are used before the wallet, so make one more lead than they cover.
    for (const person of (await readDesk(program().port)).samples.slice(0, 3))
      await visit(
        await program().stage.newVisitor(),
        `${program().stage.origin('plumbright.localhost')}/?hem=${person.md5}`,
      )
    await waitFor(page, has(/^\$27\d\.\d\d$/))
    await wallet.getByRole('list', { name: 'Transactions' }).getByText('+$250.00').first().waitFor()
    expect(await findBarriers(page)).toEqual([])
  })
})

/** The texts of the emails to somebody with this subject, newest first. */
const mailsTo = async (email: string, subject: string): Promise<string[]> =>
  (await readDesk(program().port)).mails
    .filter((mail) => mail.to.includes(email) && mail.subject === subject)
    .map(({ text }) => text)

/** Moves the clock ahead by days, and runs what is due. */
async function advanceDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) await moveClock(program().stage, '1 day ahead')
  await runDueJobs(program().stage)
}

describe('9. A payment that has failed for good', () => {
  const { cedarDental } = people
  const subject = 'A payment has failed'

  it('leaves its payer only Card Setting; the email links there, and another card resumes leads', async () => {
    for (const days of [1, 2, 2, 2]) {
      const before = (await mailsTo(cedarDental.email, subject)).length
      await advanceDays(days)
      await expect
        .poll(async () => (await mailsTo(cedarDental.email, subject)).length, { timeout: 60_000 })
        .toBeGreaterThan(before)
    }
    // On a busy machine, an earlier attempt's mail may be the one that was waited for.
    const readLast = async (): Promise<string> => (await mailsTo(cedarDental.email, subject))[0]!
    await expect.poll(readLast, { timeout: 60_000 }).toContain('This was the last attempt.')
    const last = await readLast()
    const link = new URL(/http:\S+\/user\/card-setting/.exec(last)![0])
    expect(link.origin).toBe(program().stage.origin(cedarDental.host))
    // Every other page redirects to the card, too.
    const page = await program().open(cedarDental, '/siteid/leads')
    await page.getByRole('heading', { name: 'Card Setting', level: 1 }).waitFor()
    await page.goto(link.href)
    await replaceCard(page)
    const person = (await readDesk(program().port)).samples[5]!
    await waitFor(page, async () => {
      await page.goto(link.origin + '/siteid/leads')
      return page
        .getByRole('heading', { name: 'Leads', level: 1 })
        .waitFor({ timeout: 5_000 })
        .then(
          () => true,
          () => false,
        )
    })
    const visitor = await program().stage.newVisitor()
    program().stage.allow(visitor, /status of 409/)
    await visit(visitor, `${program().stage.origin('cedardental.localhost')}/?hem=${person.md5}`)
    await page.getByRole('link', { name: person.name }).first().waitFor()
  })
})
