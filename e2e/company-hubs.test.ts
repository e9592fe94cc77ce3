import { describe, expect, it } from 'vitest'
import { findBarriers } from './support/axe.ts'
import { turnLanguage, waitUntilSettled } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

const stage = useStage()

describe('A company’s page', () => {
  it('shows the operator what an agency owes, one click from the list', async () => {
    const page = await stage().newPageOf(people.root, '/configuration/agency-list')
    await page.getByRole('table').getByRole('link', { name: 'Acme Growth' }).click()
    const glance = page.getByRole('region', { name: 'At a glance' })
    await glance.getByText('Due now', { exact: true }).waitFor()
    await expect.poll(() => glance.innerText()).toMatch(/Due now\s+\$[\d,]+\.\d\d[^]*Upcoming charge so far\s+\$[\d,]+/)
    await page.getByRole('region', { name: 'Invoices' }).waitFor()
    await waitUntilSettled(page)
    expect(await findBarriers(page)).toEqual([])
  })

  it.each(['en', 'ar'] as const)(
    'has a client’s actions above its balance and invoices; its own term comes first among its prices (%s)',
    async (locale) => {
      const t = say(locale)
      const page = await stage().newPageOf(people.acmeOwner, '/configuration/client-management')
      await turnLanguage(page, locale)
      await page.getByRole('table').getByRole('link', { name: 'Harbor Realty' }).click()
      const glance = page.getByRole('region', { name: t('At a glance') })
      await glance.getByText(t('Due now'), { exact: true }).waitFor()
      const top = async (name: string): Promise<number> =>
        (await page.getByRole('region', { name: t(name), exact: true }).boundingBox())!.y
      await page.getByRole('region', { name: t('Invoices') }).waitFor()
      await waitUntilSettled(page)
      expect(await top('Invoices')).toBeLessThan(await top('Spend cap'))
      await page.getByRole('button', { name: t('Edit'), exact: true }).click()
      await page.getByRole('textbox', { name: t('Company name') }).waitFor()
      expect(await findBarriers(page)).toEqual([])
      await page.getByRole('button', { name: t('Cancel') }).click()

      await page.getByRole('button', { name: t('Prices'), exact: true }).click()
      const dialog = page.getByRole('dialog', { name: t('Set Cost for Client') })
      const tabs = dialog.getByRole('tablist').last().getByRole('tab')
      await expect.poll(() => tabs.first().innerText()).toContain(t('In use'))
      expect(await tabs.first().getAttribute('aria-selected')).toBe('true')
      const [wholesale] = t('Wholesale {amount}').split('{')
      expect(await dialog.getByText(new RegExp(`^${wholesale!.trim()}`)).count()).toBeGreaterThan(10)
      expect(await findBarriers(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await turnLanguage(page, 'en')
    },
  )
})
