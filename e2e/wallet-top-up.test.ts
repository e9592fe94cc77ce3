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
      { timeout: 60_000 },
    )
    .toBe(true)
}

describe('9. A wallet that is used up', () => {
  it('is topped up by itself with the lead that takes it below a tenth', async () => {
    const page = await own().open(acmeOwner, '/configuration/client-management')
    const wallet = await openWallet(page)
    await wallet.getByRole('region', { name: 'Balance' }).getByText('$25.60', { exact: true }).waitFor()
    await wallet.getByText(/^Topped up with .*\$250\.00.* when less than .*\$25\.00/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    const [person] = (await readDesk(own().port)).samples
    await visit(await own().stage.newVisitor(), `${own().stage.origin('plumbright.localhost')}/?hem=${person!.md5}`)
    await waitFor(page, async () => {
      const opened = await openWallet(page)
      return opened.getByText(/^\$27\d\.\d\d$/).isVisible()
    })
    await wallet.getByRole('list', { name: 'Transactions' }).getByText('+$250.00').first().waitFor()
    expect(await findBarriers(page)).toEqual([])
  })
})
