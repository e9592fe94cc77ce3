import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { proveOn } from './support/confirm-identity.ts'
import { openWallet, storeFirstCard } from './support/data-wallet.ts'
import { runDueJobs, moveClockBy, readDesk } from './support/desk.ts'
import { turnLanguage } from './support/look.ts'
import { useOwnProgram } from './support/own-program.ts'
import { people } from './support/people.ts'
import { signIn } from './support/stage.ts'
import { say, type Locale } from './support/texts.ts'

// Unused prepaid money: its owner is notified 30, 7 and 1 days before it expires (R245). A year passes, so the journey
// has its own program; the agency has no leads, so nothing tops up its wallet while the clock moves.

const program = useOwnProgram()
const { brightsideOwner: reader } = people
/** Subjects of its emails, in both languages. */
const soon = { en: 'Your Data Wallet balance expires soon', ar: 'رصيد محفظة البيانات على وشك الانتهاء' } as const
const over = 'انتهت صلاحية جزء من رصيد محفظة البيانات'

/** A page of the reader, who signs in each time: a session does not last for weeks. */
async function openPage(): Promise<Page> {
  const { stage } = program()
  const page = await stage.newPage()
  await signIn(page, stage.origin(reader.host), reader, say('en'))
  await proveOn(page, reader.password)
  await page.goto(`${stage.origin(reader.host)}/configuration/client-management`)
  return page
}

/** Moves the clock ahead by days, and runs what is due. */
async function advanceDays(days: number): Promise<void> {
  await moveClockBy(program().stage, days)
  await runDueJobs(program().stage)
}

const mailsOf = async (subject: string): Promise<string[]> =>
  (await readDesk(program().port)).mails
    .filter((mail) => mail.to.includes(reader.email) && mail.subject === subject)
    .map(({ text }) => text)
const expectMail = async (subject: string, count: number): Promise<string> => {
  await expect.poll(async () => (await mailsOf(subject)).length, { timeout: 60_000 }).toBe(count)
  return (await mailsOf(subject))[0]!
}

/** The wallet's notice of expiring money, and its balance. */
async function expectNote(page: Page, locale: Locale): Promise<void> {
  const t = say(locale)
  await turnLanguage(page, locale)
  const wallet = await openWallet(page, reader, t)
  const [before, after] = t('{amount} expires on {date}.')
    .split(/\{amount\}|\{date\}/)
    .filter((part) => part.trim() !== '')
  await wallet
    .getByRole('alert')
    .filter({ hasText: before!.trim() })
    .filter({ hasText: after?.trim() ?? '' })
    .waitFor()
  expect(await findBarriers(page)).toEqual([])
}

describe('9. Unused money in a wallet', () => {
  it('triggers notices 30, 7, and 1 days before it expires, in the reader’s language', async () => {
    const page = await openPage()
    await openWallet(page, reader)
    await storeFirstCard(page)
    const wallet = await openWallet(page, reader)
    await wallet.getByRole('button', { name: 'Top up now' }).click()
    await page
      .getByRole('dialog', { name: /^Top up \$/ })
      .getByRole('button', { name: 'Top up now' })
      .click()
    // Wait until the payment has arrived: one still in flight would move the expiry date.
    await wallet.getByRole('list', { name: 'Transactions' }).getByText('+$250.00').waitFor()
    await wallet.getByRole('status').waitFor({ state: 'detached' })
    await page.close()

    await advanceDays(334)
    expect(await mailsOf(soon.en)).toEqual([])
    await advanceDays(1)
    expect(await expectMail(soon.en, 1)).toContain('$250.00')
    const month = await openPage()
    await expectNote(month, 'en')
    await month.getByRole('dialog').press('Escape')
    await expectNote(month, 'ar')
    await month.close()

    await advanceDays(23)
    expect(await expectMail(soon.ar, 1)).toContain('$250.00')
    await advanceDays(5)
    expect(await mailsOf(soon.ar)).toHaveLength(1)
    await advanceDays(1)
    await expectMail(soon.ar, 2)
    await advanceDays(1)
    await expectMail(over, 1)
    const t = say('ar')
    const after = await openPage()
    await turnLanguage(after, 'ar')
    const empty = await openWallet(after, reader, t)
    await empty
      .getByRole('list', { name: t('Transactions') })
      .getByText(t('Expired'), { exact: true })
      .waitFor()
    await after.close()
  }, 300_000)
})
