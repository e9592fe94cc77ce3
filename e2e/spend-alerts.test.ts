import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoId } from '#demo/world.ts'
import { findBarriers } from './support/axe.ts'
import { readDesk, sendSpendAlerts } from './support/desk.ts'
import { waitUntilSettled, turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { personFor } from './support/persons.ts'
import { useStage } from './support/stage.ts'
import { say, type Locale, type Say } from './support/texts.ts'
import { visit } from './support/visit.ts'

// An agency caps a client's monthly spend on leads and is notified when it reaches an amount (decision 120).

const stage = useStage()
const path = `/configuration/client-management/${demoId('Plumbright')}`
const titles = {
  en: /^Spending passed \$[\d,.]+: Plumbright$/,
  ar: /^تجاوز الإنفاق \$[\d,.]+: Plumbright$/,
} as const satisfies Record<Locale, RegExp>

const cardOf = (page: Page, t: Say) => page.getByRole('region', { name: t('Spend cap'), exact: true })
const field = (page: Page, t: Say, name: string) => cardOf(page, t).getByRole('textbox', { name: t(name), exact: true })
async function save(page: Page, t: Say): Promise<void> {
  const [response] = await Promise.all([
    page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().includes('/client-cap/'),
    ),
    cardOf(page, t)
      .getByRole('button', { name: t('Save'), exact: true })
      .click(),
  ])
  expect(response.status()).toBe(200)
}
/** The amount used this month, as the card shows it, in dollars. */
const usedOf = async (page: Page, t: Say): Promise<number> => {
  const line = cardOf(page, t).getByText(/\$[\d,.]+.*\$99,999\.99/)
  await line.waitFor()
  return Number(/\$([\d,]+\.\d\d)/.exec(await line.innerText())![1]!.replaceAll(',', ''))
}
const alertMails = async (locale: Locale): Promise<{ subject: string; text: string }[]> =>
  (await readDesk(stage().port)).mails
    .map((mail) => ({ ...mail, subject: mail.subject.replaceAll(/[\u2066-\u2069]/g, '') }))
    .filter(({ to, subject }) => to.includes(people.acmeOwner.email) && titles[locale].test(subject))

describe('A spend cap with its alerts', () => {
  it.each(['en', 'ar'] as const)(
    'is set for a client, and its agency is emailed once the threshold is reached (%s)',
    async (locale) => {
      const t = say(locale)
      const page = await stage().newPageOf(people.acmeOwner, path)
      // Before the language button renders, only the device's language would change, not that of emails.
      await waitUntilSettled(page)
      await turnLanguage(page, locale)
      await field(page, t, 'Spend cap per month').fill('99999.99')
      const share = cardOf(page, t).getByRole('checkbox', { name: /^80\P{N}*$/u })
      expect(await share.isChecked()).toBe(true)
      await share.uncheck()
      await save(page, t)
      const alert_dollars = (await usedOf(page, t)) + 2
      await field(page, t, 'Alert at monthly spend of').fill(alert_dollars.toFixed(2))
      expect(await findBarriers(page)).toEqual([])
      await save(page, t)

      await sendSpendAlerts(stage())
      const person = personFor(`the alerted lead ${locale}`)
      await visit(await stage().newVisitor(), `${stage().origin('plumbright.localhost')}/?hem=${person.md5}`)
      await expect.poll(() => usedOf(page, t), { timeout: 60_000 }).toBeGreaterThanOrEqual(alert_dollars)
      await sendSpendAlerts(stage())
      await expect.poll(async () => (await alertMails(locale)).length, { timeout: 30_000 }).toBeGreaterThan(0)
      const [mail] = await alertMails(locale)
      expect(mail!.text).toContain(path)

      await field(page, t, 'Spend cap per month').fill('')
      await field(page, t, 'Alert at monthly spend of').fill('')
      await save(page, t)
      await turnLanguage(page, 'en')
    },
  )
})
