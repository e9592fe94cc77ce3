import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { seeWhyAndMoney } from './support/lead.ts'
import { setAppearance } from './support/look.ts'
import { acme, people, type Login } from './support/people.ts'
import { personFor } from './support/persons.ts'
import { storeLanguage, signIn, useStage, type Look } from './support/stage.ts'
import { isFocused, tabTo } from './support/tab-to.ts'
import { say, type Locale } from './support/texts.ts'
import { visit } from './support/visit.ts'

const stage = useStage()

interface Way {
  way: string
  login: Login
  locale: Locale
  look: Look
}

// Different people, because each may sign in only five times a minute.
const ways: Way[] = [
  { way: 'in Arabic', login: people.acmeOwner, locale: 'ar', look: {} },
  { way: 'in the dark theme, on a phone', login: people.acmeAdmin, locale: 'en', look: { theme: 'dark', width: 360 } },
  { way: 'in Arabic, dark, on a phone', login: people.acmeAdmin, locale: 'ar', look: { theme: 'dark', width: 360 } },
]

describe('From the sign-in to a lead', () => {
  it.each(ways)('$way', async ({ way, login, locale, look }) => {
    const t = say(locale)
    const page = await stage().newPage(look)
    await page.goto(stage().origin(acme))
    await setAppearance(page, locale, look.theme ?? 'light')
    await page.getByRole('heading', { name: locale === 'ar' ? 'مرحبًا بعودتك' : 'Welcome back' }).waitFor()
    await signIn(page, stage().origin(acme), login, t)

    await page.getByRole('heading', { name: t('Dashboard'), level: 1 }).waitFor()
    if (look.width !== undefined) await page.getByRole('button', { name: t('Open menu') }).click()
    await page.getByRole('link', { name: t('Client Management') }).click()
    await page.getByRole('heading', { name: t('Client Management'), level: 1 }).waitFor()
    await page.getByRole('link', { name: /^Plumbright/ }).click()
    await page.getByRole('heading', { name: 'Plumbright', level: 1 }).waitFor()
    await page
      .getByRole('navigation', { name: t('Of this client') })
      .getByRole('link', { name: t('Leads') })
      .click()
    await page.getByText(t('Live'), { exact: true }).waitFor()
    const person = personFor(`the main path ${way}`)
    await visit(await stage().newVisitor(), `${stage().origin('plumbright.localhost')}/?hem=${person.md5}`)
    await page
      .getByRole('table', { name: t('Leads') })
      .getByRole('link', { name: person.name })
      .click()

    await page.getByRole('heading', { name: person.name }).waitFor()
    await page
      .getByRole('region', { name: t('Person') })
      .getByText(person.email)
      .waitFor()
    await seeWhyAndMoney(page, t)
    const root = page.locator(':root')
    expect(await root.getAttribute('dir')).toBe(locale === 'ar' ? 'rtl' : 'ltr')
    expect(await root.getAttribute('lang')).toBe(locale)
    expect(await root.evaluate((element) => getComputedStyle(element).colorScheme)).toContain(look.theme ?? 'light')
    // All of the page's own words are translated: the only Latin letters are in names, URLs and amounts.
    if (locale === 'ar') expect(await englishOf(page)).toEqual([])
  })

  it('with the keyboard only, and with a focus that is always visible', async () => {
    const page = await stage().newPage()
    await page.goto(stage().origin(acme))
    await storeLanguage(page)
    await tabTo(page, page.getByLabel('Email', { exact: true }))
    await page.keyboard.type(people.acmeAdmin.email)
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(people.acmeAdmin.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
    await tabTo(page, page.getByRole('link', { name: 'Client Management' }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Client Management', level: 1 }).waitFor()

    await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('link', { name: /^Plumbright/ }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Plumbright', level: 1 }).waitFor()
    await tabTo(page, page.getByRole('navigation', { name: 'Of this client' }).getByRole('link', { name: 'Leads' }))
    await page.keyboard.press('Enter')
    const lead = page.getByRole('table', { name: 'Leads' }).getByRole('link').first()
    await lead.waitFor()
    await tabTo(page, lead)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Money', exact: true }).waitFor()

    const details = page.getByRole('region', { name: 'Deliveries' }).getByRole('button', { name: 'Details' }).first()
    await details.waitFor()
    await tabTo(page, details)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delivery' })
    await dialog.getByText('Message id').waitFor()
    const hasFocus = (): Promise<boolean> => dialog.evaluate((element) => element.contains(document.activeElement))
    for (let times = 0; times < 5; times++) {
      await expect.poll(hasFocus, { message: 'focus is in the dialog' }).toBe(true)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => isFocused(details), { message: 'focus is back' }).toBe(true)
  })
})

/** Words of the page in Latin letters that are not data, which is inside direction-isolating elements. */
const englishOf = (page: Page): Promise<string[]> =>
  page.getByRole('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent!.replace(/\u2068[^\u2069]*\u2069/g, '')
      const isData = walker.currentNode.parentElement!.closest('bdi, [dir="ltr"], time, code') !== null
      if (!isData && /[A-Za-z]{4,}/.test(text)) texts.push(text)
    }
    return texts
  })
