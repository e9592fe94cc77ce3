import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chooseFile } from './support/choose-file.ts'
import { findBarriers } from './support/axe.ts'
import { choose } from './support/campaign.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

const stage = useStage()

const upload = async (page: Page, name: string, content: string): Promise<void> => {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) }
  await chooseFile(page, page.getByRole('button', { name: 'Upload CSV file' }), file)
}

describe('An uploaded list', () => {
  it('is rejected if it identifies nobody, else matched and priced, and free if nobody is found', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/enhanceid/campaign-management')
    stage().allow(page, /status of 422/)
    await page.getByRole('link', { name: 'Enrich a list' }).click()
    await page.getByRole('heading', { name: 'Enriched lists', level: 1 }).waitFor()
    await choose(page, 'Client', 'Plumbright')
    await upload(page, 'broken.csv', 'email\nann\0@example.com\n')
    await page.getByText('it is no CSV file').waitFor()
    await upload(page, 'strangers.csv', 'email\nnobody.at.all@example.net\n')
    const row = page.getByRole('row', { name: /strangers\.csv/ })
    await row.getByText('No matches').waitFor()
    expect(await row.getByRole('button', { name: 'See price' }).count()).toBe(0)
  })

  it('asks what columns with unclear headings contain, reports a wrong one, and remembers the answer', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/enhanceid/enrichment')
    stage().allow(page, /status of 422/)
    await choose(page, 'Client', 'Plumbright')
    await upload(page, 'stand.csv', 'Reach me at,Cell\nnobody.at.the.fair@example.net,at home\n')
    const dialog = page.getByRole('dialog', { name: 'Match your columns' })
    await dialog.getByText('nobody.at.the.fair@example.net').waitFor()
    await dialog.getByRole('button', { name: 'Upload list' }).click()
    await dialog.getByText('Choose a column with email addresses, their hashes or phone numbers.').waitFor()
    await choose(page, 'Reach me at', 'Email')
    await choose(page, 'Cell', 'Phone')
    await dialog.getByRole('button', { name: 'Upload list' }).click()
    await dialog.getByText('This column has no phone numbers.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await choose(page, 'Cell', 'Not used')
    await dialog.getByRole('button', { name: 'Upload list' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: /stand\.csv/ }).waitFor()

    await upload(page, 'next-fair.csv', 'Cell,Reach me at,phone\nat work,someone.else@example.net,\n')
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Reach me at' }).inputValue()).toBe('Email')
    expect(await dialog.getByRole('combobox', { name: 'Cell' }).inputValue()).toBe('Not used')
    await dialog.getByRole('button', { name: 'Upload list' }).click()
    await page.getByRole('row', { name: /next-fair\.csv/ }).waitFor()
  })

  it('keeps the dialog about its columns open while it is sent, to show why that failed', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/enhanceid/enrichment')
    stage().allow(page, /status of 503/)
    let answer = (): void => undefined
    const hold = new Promise<void>((resolve) => (answer = resolve))
    const json = { result: 'failed', code: 'overloaded', message: 'Come back at noon.', request_id: '' }
    await page.route('**/api/enrichment/company/*/upload', async (route) => {
      await hold
      await route.fulfill({ status: 503, json })
    })
    await choose(page, 'Client', 'Plumbright')
    await upload(page, 'slow.csv', 'Reach me at,Cell\nnobody.at.the.fair@example.net,at home\n')
    const dialog = page.getByRole('dialog', { name: 'Match your columns' })
    await dialog.getByRole('button', { name: 'Upload list' }).click()
    await dialog.getByRole('button', { name: 'Cancel', disabled: true }).waitFor()
    await page.keyboard.press('Escape')
    answer()
    await dialog.getByText('Come back at noon.').waitFor()
  })

  it('of known people is bought and downloaded, in Arabic too', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/enhanceid/enrichment')
    const row = page.getByRole('row', { name: /spring-fair\.csv/ })
    await row.getByRole('button', { name: 'Download' }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: 'Download' }).click(),
    ])
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain('matched_by')
    expect(text).toMatch(/,email,/)
    const t = say('ar')
    await turnLanguage(page, 'ar')
    await page.getByRole('heading', { name: t('Enriched lists'), level: 1 }).waitFor()
    await page
      .getByRole('row', { name: /spring-fair\.csv/ })
      .getByText(t('Purchased'))
      .waitFor()
  })
})
