import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { replaceCard } from './support/card.ts'
import { openWallet, storeFirstCard } from './support/data-wallet.ts'
import { download } from './support/downloads.ts'
import { fetchHere } from './support/fetch-here.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { openCharges } from './support/tree-steps.ts'

// The Data Wallet of an agency, from its first card to money that pays for leads (D2§2 L36, D2§9 L329).

const stage = useStage()
const { brightsideOwner } = people

/** Rejects calls as if a top-up were in progress. */
async function refuse(page: Page, calls: string): Promise<void> {
  const body = { result: 'failed', code: 'conflict', message: 'A top-up is being charged already.', request_id: 'r' }
  await page.route(calls, (route) => route.fulfill({ status: 409, json: body }))
  stage().allow(page, /status of 409/)
}

/** Executes calls, but drops their responses. */
async function dropResponses(page: Page, calls: string): Promise<void> {
  await page.route(calls, async (route) => {
    await fetchHere(route)
    await route.abort()
  })
  stage().allow(page, /ERR_FAILED/)
}

describe('9. The Data Wallet', () => {
  it('is topped up with a card, enforces its minimum, shows its history, and stops continual top-up', async () => {
    const page = await stage().newPageOf(brightsideOwner, '/configuration/client-management')
    await openWallet(page, brightsideOwner)
    const wallet = page.getByRole('dialog', { name: 'Data Wallet' })
    // R248, T142.
    await wallet.getByText('No transaction history available.').waitFor()
    await wallet.getByText('Add a card to top up.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await storeFirstCard(page)
    await openWallet(page, brightsideOwner)

    // R239, decision 190: it shows what is typed; R241, T123: an amount below the minimum is reset, with a message.
    const amount = wallet.getByRole('textbox', { name: 'Amount' })
    await amount.fill('20,0')
    expect(await amount.inputValue()).toBe('20,0')
    await amount.blur()
    await wallet.getByText('*Minimum amount is $250', { exact: true }).waitFor()
    expect(await amount.inputValue()).toBe('250.00')
    await wallet.getByRole('switch', { name: 'Custom amount' }).click()
    await amount.fill('2000')
    await amount.blur()
    await wallet.getByText('*Minimum amount is $2,500').waitFor()
    expect(await amount.inputValue()).toBe('2500.00')
    await wallet.getByRole('radio', { name: '$500' }).evaluate((radio) => (radio as HTMLInputElement).click())
    expect(await amount.inputValue()).toBe('500.00')
    await wallet.getByRole('button', { name: 'Save amount' }).click()
    await page.getByText('Your settings have been saved.').first().waitFor()

    // R247: the server's message is shown as a toast.
    const calls = '**/charge-prepaid-direct-payment'
    await refuse(page, calls)
    const question = page.getByRole('dialog', { name: 'Top up $500.00?' })
    const topUp = async (): Promise<void> => {
      await wallet.getByRole('button', { name: 'Top up now' }).click()
      await question.getByRole('button', { name: 'Top up now' }).click()
    }
    await topUp()
    await page.getByRole('alert').getByText('A top-up is being charged already.').waitFor()
    await page.unroute(calls)

    // The response is lost after the card was charged: confirming again must not charge twice.
    await dropResponses(page, calls)
    await topUp()
    await page
      .getByRole('alert')
      .getByText(/^No connection to the server/)
      .first()
      .waitFor()
    await page.unroute(calls)
    await question.getByRole('button', { name: 'Top up now' }).click()
    await wallet.getByRole('region', { name: 'Balance' }).getByText('$500.00', { exact: true }).waitFor()
    expect(await wallet.getByText('+$500.00').count()).toBe(1)
    const history = wallet.getByRole('list', { name: 'Transactions' })
    await history.getByText('Top-up', { exact: true }).waitFor()
    await history.getByText('+$500.00').waitFor()
    // R246, K054.
    expect(await history.evaluate((list) => getComputedStyle(list).maxHeight)).toBe('320px')
    const file = await download(page, () => wallet.getByRole('button', { name: 'Download', exact: true }).click())
    expect(file).toMatchObject({ name: expect.stringMatching(/^data-wallet-\d{4}-\d\d\.csv$/), isWhole: true })
    expect(file.text).toContain('Top-up')
    expect(await findBarriers(page)).toEqual([])

    // R243.
    await wallet.getByRole('button', { name: 'Stop Continual Topup' }).click()
    await wallet.getByRole('button', { name: 'Continual Topup', exact: true }).click()
    await wallet.getByRole('button', { name: 'Stop Continual Topup' }).waitFor()
  })

  it('receives a top-up that the card does not pay once the operator marks it as paid', async () => {
    const page = await stage().newPageOf(brightsideOwner, '/user/card-setting')
    await replaceCard(page, '4000008260003178')
    await page.goto(new URL('/configuration/general-setting?section=billing', page.url()).href)
    const chargeCard = page.getByRole('region', { name: 'Charges' })
    await chargeCard.getByRole('row').filter({ hasText: 'Data Wallet top-up' }).first().waitFor()
    await openWallet(page, brightsideOwner)
    const wallet = page.getByRole('dialog', { name: 'Data Wallet' })
    await wallet.getByRole('button', { name: 'Top up now' }).click()
    const question = page.getByRole('dialog', { name: 'Top up $500.00?' })
    await question.getByRole('button', { name: 'Top up now' }).click()
    await wallet.getByText(/^Top-up of .*: Declined$/).waitFor()
    await wallet.getByText('The card has insufficient funds.').waitFor()
    // The page below shows it, too.
    await page.keyboard.press('Escape')
    await chargeCard.getByRole('row').filter({ hasText: 'The card has insufficient funds.' }).waitFor()

    const operator = await stage().newPageOf(people.root, '/configuration/agency-list')
    const charges = await openCharges(operator, 'Brightside Media')
    const charge = charges.getByRole('row').filter({ hasText: 'The card has insufficient funds.' })
    await charge.getByRole('button', { name: 'Mark as paid' }).click()
    const dialog = operator.getByRole('dialog', { name: 'Mark this charge as paid?' })
    await dialog.getByText(/\$500\.00.* is marked as paid/).waitFor()
    expect(await findBarriers(operator)).toEqual([])
    await dialog.getByRole('button', { name: 'Mark as paid' }).click()
    await operator.getByText('Setting has been saved.').first().waitFor()
    await charges.getByRole('row').filter({ hasText: 'Paid manually' }).waitFor()
    expect(
      await charges
        .getByRole('button')
        .filter({ hasText: /^(Mark as paid|Refund)$/ })
        .count(),
    ).toBe(0)

    await page.goto(new URL('/user/card-setting', page.url()).href)
    await openWallet(page, brightsideOwner)
    await wallet.getByRole('region', { name: 'Balance' }).getByText('$1,000.00', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await replaceCard(page)
  })
})
