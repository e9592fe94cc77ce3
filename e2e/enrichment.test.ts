import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { choose } from './support/campaign.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

const stage = useStage()

const upload = async (page: Page, name: string, content: string): Promise<void> => {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload CSV file' }).click()
  await (await chosen).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

describe('A list is enriched', () => {
  it('is refused where it names nobody, else matched, priced and free where nobody is found', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/enhanceid/campaign-management')
    stage().allow(page, /status of 422/)
    await page.getByRole('link', { name: 'Enrich a list' }).click()
    await page.getByRole('heading', { name: 'Enriched lists', level: 1 }).waitFor()
    await choose(page, 'Client', 'Plumbright')
    await upload(page, 'names.csv', 'name\nAnn\n')
    await page.getByText('No column is named email, md5, sha1, sha256 or phone').waitFor()
    await upload(page, 'strangers.csv', 'email\nnobody.at.all@example.net\n')
    const row = page.getByRole('row', { name: /strangers\.csv/ })
    await row.getByText('Nobody found').waitFor()
    expect(await row.getByRole('button', { name: 'See price' }).count()).toBe(0)
  })

  it('a list of known people is bought and downloaded, in Arabic too', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/enhanceid/enrichment')
    const row = page.getByRole('row', { name: /spring-fair\.csv/ })
    await row.getByRole('button', { name: 'Download' }).waitFor()
    const downloaded = page.waitForEvent('download')
    await row.getByRole('button', { name: 'Download' }).click()
    const text = await readFile(await (await downloaded).path(), 'utf8')
    expect(text).toContain('matched_by')
    expect(text).toMatch(/,email,/)
    const t = say('ar')
    await turnLanguage(page, 'ar')
    await page.getByRole('heading', { name: t('Enriched lists'), level: 1 }).waitFor()
    await page
      .getByRole('row', { name: /spring-fair\.csv/ })
      .getByText(t('Bought'))
      .waitFor()
  })
})
