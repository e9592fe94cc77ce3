import { expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { typeCard } from './support/card.ts'
import { readDesk } from './support/desk.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

// An agency reminds a client of an invoice; somebody without an account opens it from the mail and pays it (decision 315).

const stage = useStage()
const client = 'Cedar Dental'

it('a reminder’s link opens the invoice, which is paid with any card, in Arabic too', async () => {
  const t = say('ar')
  const agency = await stage().newPageOf(people.acmeOwner, '/configuration/receivables')
  await agency.getByRole('button', { name: `Remind ${client}` }).click()
  await agency.getByRole('button', { name: 'Send reminder' }).click()
  await agency.getByText('The reminder has been sent.').first().waitFor()
  const findLink = async (): Promise<string | undefined> =>
    (await readDesk(stage().port)).mails
      .flatMap(({ html, subject }) =>
        subject.startsWith('Payment reminder') ? [/http[^"]+\/pay-invoice#[\w-]+/.exec(html)] : [],
      )
      .at(0)?.[0]
  await expect.poll(findLink, { timeout: 20_000 }).toBeDefined()
  const link = (await findLink())!
  const page = await stage().newPage()
  await page.goto(link)
  await page.getByRole('heading', { name: /^Invoice / }).waitFor()
  await page.getByText('To pay', { exact: true }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'العربية' }).click()
  await page.getByRole('button', { name: t('Pay now') }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Pay now' }).waitFor()
  await typeCard(page)
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByText('Thank you. The invoice is paid.').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
})
