import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { readDesk } from './support/desk.ts'
import { useOwnProgram } from './support/own-program.ts'
import { people } from './support/people.ts'
import { visit } from './support/visit.ts'

// A wallet that is used up and filled by itself. Other journeys' leads would use it too, and their past is too short to have done so:
// the journey has a program of its own.

const own = useOwnProgram(8)
const { acmeOwner } = people

async function openWallet(page: Page) {
  await page.getByRole('button', { name: `Account of ${acmeOwner.name}` }).click()
  await page.getByRole('menuitem', { name: 'Data Wallet' }).click()
  const wallet = page.getByRole('dialog', { name: 'Data Wallet' })
  await wallet.getByRole('region', { name: 'Balance' }).waitFor()
  return wallet
}

/** Loads a page anew until something is there that comes by itself; what lies over it is gone then. */
const waitFor = async (page: Page, isThere: () => Promise<boolean>): Promise<void> => {
  await expect
    .poll(
      async () => {
        await page.reload()
        return isThere()
      },
      { timeout: 150_000 },
    )
    .toBe(true)
}

describe('9. A wallet that is used up', () => {
  it('is topped up by itself with the leads that take it below a tenth', async () => {
    const page = await own().open(acmeOwner, '/configuration/client-management')
    const has = (amount: string | RegExp) => async (): Promise<boolean> => {
      const wallet = await openWallet(page)
      return wallet.getByRole('region', { name: 'Balance' }).getByText(amount).isVisible()
    }
    // What the past has cost is paid a moment after it is made.
    await waitFor(page, has(/^\$25\.60$/))
    const wallet = page.getByRole('dialog', { name: 'Data Wallet' })
    await wallet.getByText(/^Topped up with .*\$250\.00.* when less than .*\$25\.00/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    // What was credited before is used before the wallet is: one more lead than it has room for.
    for (const person of (await readDesk(own().port)).samples.slice(0, 3))
      await visit(await own().stage.newVisitor(), `${own().stage.origin('plumbright.localhost')}/?hem=${person.md5}`)
    await waitFor(page, has(/^\$27\d\.\d\d$/))
    await wallet.getByRole('list', { name: 'Transactions' }).getByText('+$250.00').first().waitFor()
    expect(await findBarriers(page)).toEqual([])
  })
})
