import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { cardForm, replaceCard, typeCard } from './support/card.ts'
import { readDesk } from './support/desk.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

// A client's card has insufficient funds: its agency sees this and retries; another card pays at once (decision 59).
// The agency then refunds part of the payment (decision 62).

const stage = useStage()
const client = 'Cedar Dental'

describe('9. A failed payment', () => {
  it.each(['ar', 'en'] as const)(
    'is listed for the agency with its next retry, and retried at once (%s)',
    async (locale) => {
      const t = say(locale)
      const page = await stage().newPageOf(people.acmeOwner, '/configuration/client-management')
      await turnLanguage(page, locale)
      await page.getByRole('link', { name: t('Failed payments') }).click()
      await page.getByRole('heading', { name: t('Failed payments'), level: 1 }).waitFor()
      const row = page.getByRole('row').filter({ hasText: client })
      await row.getByText(t('The card has insufficient funds.')).waitFor()
      await row.getByText(t('Declined'), { exact: true }).waitFor()
      expect(await row.locator('time').count()).toBe(2)
      expect(await findBarriers(page)).toEqual([])
      await row.getByRole('button', { name: t('Retry now: {name}', { name: client }) }).click()
      await page.getByText(t('Retrying the payment.')).first().waitFor()
      // Retrying the same card fails again.
      await row.getByRole('button', { name: t('Retry now: {name}', { name: client }) }).waitFor()
      await row.getByText(t('The card has insufficient funds.')).waitFor()
      await turnLanguage(page, 'en')
    },
  )

  it('is said on every page of the payer, and among what needs attention, with the way to the card', async () => {
    const page = await stage().newPageOf(people.cedarDental, '/siteid/dashboard')
    const attention = page.getByRole('region', { name: 'Needs attention', exact: true })
    await attention.getByText('Payment declined', { exact: true }).waitFor()
    expect(await attention.getByText('Everything is running.').count()).toBe(0)
    await attention.getByRole('link', { name: 'Update your card' }).click()
    await page.waitForURL('**/user/card-setting')
    for (const path of ['/siteid/leads', '/siteid/visits', '/user/profile']) {
      await page.goto(stage().origin(people.cedarDental.host) + path)
      const line = page.getByRole('region', { name: 'Account notices' })
      await line.getByText(/^A payment was declined\. .* or it stops your leads on .*20\d\d/).waitFor()
      expect(await line.getByRole('link', { name: 'Card Setting' }).getAttribute('href')).toBe('/user/card-setting')
    }
  })

  const reminderLink = async (): Promise<string | undefined> =>
    (await readDesk(stage().port)).mails
      .flatMap(({ html, subject }) =>
        subject.startsWith('Payment reminder') ? [/http[^"]+\/pay-invoice#[\w-]+/.exec(html)] : [],
      )
      .at(0)?.[0]

  // Decision 315.
  it('is opened by the link of a reminder without signing in, and stays open when another card is declined', async () => {
    const t = say('ar')
    const agency = await stage().newPageOf(people.acmeOwner, '/configuration/receivables')
    await agency.getByRole('button', { name: /^Remind .*Cedar Dental/ }).click()
    await agency.getByRole('button', { name: 'Send reminder' }).click()
    await agency.getByText('The reminder has been sent.').first().waitFor()
    await expect.poll(reminderLink, { timeout: 20_000 }).toBeDefined()
    const page = await stage().newPage()
    await page.goto((await reminderLink())!)
    await page.getByRole('heading', { name: /^Invoice / }).waitFor()
    await page.getByText('To pay', { exact: true }).waitFor()
    // The form is a page of its own, and comes again in another language.
    await cardForm(page).getByLabel('Card number').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await turnLanguage(page, 'ar')
    await page.getByRole('button', { name: t('Pay now') }).waitFor()
    await cardForm(page, t).getByLabel(t('Card number')).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await turnLanguage(page, 'en')
    await typeCard(page, '4000000000000002')
    stage().allow(page, /status of 422/)
    await page.getByRole('button', { name: 'Pay now' }).click()
    await page.getByText('This card was declined. Use another one.').first().waitFor()
    await page.reload()
    await page.getByText('To pay', { exact: true }).waitFor()
  })

  it('is paid with another card once the client has confirmed it at the bank, and removed from the list', async () => {
    const page = await stage().newPageOf(people.cedarDental, '/user/card-setting')
    const invoices = page.getByRole('region', { name: 'Invoices' })
    await invoices.getByText(/^Next attempt on/).waitFor()
    // Its bank requires the cardholder to confirm the payment, on a page of its own.
    await replaceCard(page, '4000002500003155')
    const confirm = page.getByRole('button', { name: /^Confirm the payment of/ })
    await expect
      .poll(
        async () => {
          await page.reload()
          await invoices.getByRole('button', { name: 'Show lines' }).waitFor()
          return confirm.count()
        },
        { timeout: 20_000, interval: 1_000 },
      )
      .toBe(1)
    expect(await findBarriers(page)).toEqual([])
    await confirm.click()
    await page.getByRole('heading', { name: /^Confirm \$/ }).waitFor()
    await page.getByRole('button', { name: 'Confirm the payment' }).click()
    await invoices.getByText('Paid', { exact: true }).waitFor()
    expect(await confirm.count()).toBe(0)
    await invoices.getByRole('button', { name: 'Show lines' }).click()
    const dialog = page.getByRole('dialog', { name: /^Invoice/ })
    await dialog.getByText('Paid', { exact: true }).waitFor()
    expect(await dialog.getByRole('listitem').filter({ hasText: 'Due' }).innerText()).toContain('$0.00')
    expect(await dialog.getByRole('listitem').filter({ hasText: 'Amount paid' }).innerText()).toMatch(/−\$[1-9]/)
    await page.keyboard.press('Escape')
    await replaceCard(page)
    const agency = await stage().newPageOf(people.acmeOwner, '/configuration/failed-payments')
    await agency.getByText('No failed payments').waitFor()
    expect(await findBarriers(agency)).toEqual([])
    const stranger = await stage().newPage()
    stage().allow(stranger, /status of 404 .*\/pay-invoice/)
    await stranger.goto((await reminderLink())!)
    await stranger.getByRole('heading', { name: 'This link does not work' }).waitFor()
  })

  it('is partly refunded by the agency, with a credit note that the client sees', async () => {
    const agency = await stage().newPageOf(people.acmeOwner, '/configuration/client-management?search=Cedar')
    await agency.getByRole('link', { name: client }).click()
    const invoices = agency.getByRole('region', { name: 'Invoices' })
    await invoices.getByRole('button', { name: 'Refund' }).click()
    const dialog = agency.getByRole('dialog', { name: /^Refund invoice/ })
    await dialog.getByText(/You can refund up to \$[\d.,]+\./).waitFor()
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    await amount.fill('90000')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await dialog.getByText('This is more than the refundable amount.').waitFor()
    await amount.fill('1.50')
    expect(await findBarriers(agency)).toEqual([])
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await agency.getByText('The refund is being processed.').first().waitFor()

    const page = await stage().newPageOf(people.cedarDental, '/user/card-setting')
    const refunds = page.getByRole('region', { name: 'Refunds' })
    await expect
      .poll(
        async () => {
          await page.reload()
          await page.getByRole('region', { name: 'Invoices' }).getByRole('button', { name: 'Show lines' }).click()
          await refunds.waitFor()
          return refunds.innerText()
        },
        { timeout: 20_000, interval: 1_000 },
      )
      .toMatch(/C-\d{4}-\d{4}[^]*Refunded[^]*−\$1\.50/)
    expect(await findBarriers(page)).toEqual([])
    expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0)
  })
})
