import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { fetchHere } from './support/fetch-here.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

// A dispute and a commission on money that came in, and reconciliation with the payment provider.

const stage = useStage()

/** The dispute of the demo's past: journeys before this one may have closed a period, whose payment is disputed too. */
const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: 'Plumbright' }).last()

describe('11. A disputed payment', () => {
  it('is listed with its response deadline, in Arabic too, and answered once', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/configuration/disputes')
    const row = rowOf(page)
    const t = say('ar')
    await turnLanguage(page, 'ar')
    await row.getByText(t('Needs response'), { exact: true }).waitFor()
    await row.getByText(t('The payer says nothing was delivered.')).waitFor()
    expect(await row.locator('time').count()).toBe(1)
    expect(await findBarriers(page)).toEqual([])
    await turnLanguage(page, 'en')
    await row.getByRole('button', { name: 'Respond to the dispute by' }).click()
    const dialog = page.getByRole('dialog', { name: 'Dispute by' })
    await dialog
      .getByText(/leads? delivered/)
      .first()
      .waitFor()
    await dialog.getByLabel('Your response').fill('Each lead was delivered by mail on the day it was made.')
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Submit response' }).click()
    await page.getByText('Your response has been sent to the bank.').first().waitFor()
    await row.getByRole('button', { name: 'Show the dispute by' }).waitFor()
    await expect
      .poll(
        async () => {
          await page.reload()
          await row.waitFor()
          return row.innerText()
        },
        { timeout: 20_000, interval: 1_000 },
      )
      .toContain('Under bank review')
  })

  it('whose response was rejected starts with it when it is answered again', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/configuration/disputes')
    const evidence = 'Each lead was delivered.'
    await page.route('**/api/payment/disputes/*/*', async (route) => {
      const response = await fetchHere(route)
      const { data, ...rest } = (await response.json()) as { data: object }
      const dispute = { ...data, state: 'needs_response', evidence_state: 'failed', evidence }
      await route.fulfill({ response, json: { ...rest, data: dispute } })
    })
    const row = rowOf(page)
    await row.getByRole('button', { name: /the dispute by/ }).click()
    const text = page.getByRole('dialog', { name: 'Dispute by' }).getByLabel('Your response')
    await expect.poll(() => text.inputValue()).toBe(evidence)
  })
})

/** A day that is far enough away to change nothing that the demo earns. */
const inHalfYear = (): string => new Date(Date.now() + 180 * 86_400_000).toISOString().slice(0, 10)

describe('11. A commission', () => {
  it('has a rate, which the operator sets from a day on', async () => {
    const page = await stage().newPageOf(people.root, '/configuration/commissions')
    const row = page.getByRole('row').filter({ hasText: people.salesRep.name })
    await row.getByRole('button', { name: /^Set the commission of/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Commission of/ })
    const rate = dialog.getByRole('textbox', { name: 'Commission' })
    await rate.fill('50.5')
    await dialog.getByLabel('Valid from').fill(inHalfYear())
    await dialog.getByRole('button', { name: 'Set commission' }).click()
    await dialog.getByText('Enter a percentage from 0 to 50 with at most two decimals.').waitFor()
    await rate.fill('7.25')
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Set commission' }).click()
    await row.getByText(/7\.25%.* from /).waitFor()
  })

  it('is earned from received payments, and counts as paid once the operator says so', async () => {
    const page = await stage().newPageOf(people.root, '/configuration/commissions')
    const row = page.getByRole('row').filter({ hasText: people.salesRep.name })
    await row.getByRole('button', { name: 'Mark' }).click()
    const dialog = page.getByRole('dialog', { name: /as paid\?$/ })
    await dialog.getByLabel('Amount').fill('0.01')
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Mark as paid' }).click()
    await page.getByText('Setting has been saved.').first().waitFor()
    await row.getByText('$0.01', { exact: true }).waitFor()
  })
})

describe('A payout that the bank has returned', () => {
  it.each(['ar', 'en'] as const)(
    'is listed with its cause, and links to its entries and to the account (%s)',
    async (locale) => {
      const t = say(locale)
      const page = await stage().newPageOf(people.acmeOwner, '/configuration/disputes')
      await turnLanguage(page, locale)
      await page.getByRole('link', { name: t('Bank payouts') }).click()
      await page.getByRole('heading', { name: t('Bank payouts'), level: 1 }).waitFor()
      const row = page.getByRole('row').filter({ hasText: t('Returned') })
      await row.getByText(t('The bank account was closed.')).waitFor()
      expect(await findBarriers(page)).toEqual([])
      await row.getByRole('link').first().click()
      await page.getByRole('alert').getByText(t('The bank account was closed.')).waitFor()
      const parts = page.getByRole('table', { name: t('Included transactions') })
      await parts.getByText(t('Payment'), { exact: true }).first().waitFor()
      expect(await findBarriers(page)).toEqual([])
      await page.getByRole('link', { name: t('Open payment account') }).click()
      await page.getByRole('button', { name: t('Update at the payment provider') }).waitFor()
      await turnLanguage(page, 'en')
    },
  )

  it('is among the operator’s payouts, filtered by state', async () => {
    const page = await stage().newPageOf(people.root, '/configuration/payouts?state=failed')
    const rows = page.getByRole('table', { name: 'Bank payouts' }).getByRole('row')
    await rows.filter({ hasText: 'Acme Growth' }).getByText('Returned', { exact: true }).waitFor()
    expect(await rows.filter({ hasText: 'Paid' }).count()).toBe(0)
  })
})

describe('The books and the payment provider', () => {
  it.each(['ar', 'en'] as const)('match day by day, for the agency and the operator (%s)', async (locale) => {
    const t = say(locale)
    for (const who of [people.acmeOwner, people.root]) {
      const page = await stage().newPageOf(who, '/configuration/reconciliation')
      await turnLanguage(page, locale)
      await page.getByRole('heading', { name: t('Reconciliation'), level: 1 }).waitFor()
      const days = page.getByRole('table', { name: t('Reconciled days') })
      // Payments of other journeys may have been in flight at the last poll; there is one each minute (decision 114).
      await expect
        .poll(
          async () => {
            await page.reload()
            await days.getByText(t('Agrees'), { exact: true }).first().waitFor()
            return page.getByRole('region', { name: t('Unmatched') }).count()
          },
          // Rarely enough to stay below everybody's rate limit.
          { timeout: 150_000, interval: 5_000 },
        )
        .toBe(0)
      expect(await findBarriers(page)).toEqual([])
      await turnLanguage(page, 'en')
    }
  })
})
