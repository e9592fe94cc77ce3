import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { download } from './support/downloads.ts'
import { findLayoutFaults } from './support/layout.ts'
import { waitUntilSettled, setAppearance } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say } from './support/texts.ts'

const stage = useStage()

const filesOf = (page: Page) => page.getByRole('region', { name: 'Prepared files' }).getByRole('listitem')

describe('A lead export', () => {
  it('is prepared in the background, downloaded with the service worker on, in full and in parts, and removed', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/siteid/leads')
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.getByRole('button', { name: 'Download format' }).click()
    await page.getByRole('menuitem', { name: 'Prepare in the background' }).click()
    await page.getByText('Your file is being prepared. You can leave this page and come back.').waitFor()
    await page.goto(`${new URL(page.url()).origin}/siteid/visits`)
    await page.goto(`${new URL(page.url()).origin}/siteid/leads`)
    const button = filesOf(page).getByRole('button', { name: /^Download Leads of/ })
    await button.waitFor()
    await waitUntilSettled(page)
    await page.setViewportSize({ width: 360, height: 800 })
    await setAppearance(page, 'ar', 'dark')
    await page.getByRole('region', { name: say('ar')('Prepared files') }).waitFor()
    expect(await findLayoutFaults(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await setAppearance(page, 'en', 'light')

    const file = await download(page, () => button.click())
    expect(file).toMatchObject({ name: expect.stringMatching(/^leads-\d{4}-\d\d-\d\d\.csv$/), isWhole: true })
    const parts = await page.evaluate(async () => {
      const authorization = `Bearer ${localStorage.getItem('access_token')}`
      const company = performance
        .getEntriesByType('resource')
        .map(({ name }) => /\/api\/leadspeek\/lead-exports\/([0-9a-f-]{36})$/.exec(name)?.[1])
        .find((id) => id !== undefined)
      const list = `/api/leadspeek/lead-exports/${company}`
      const { data } = await (await fetch(list, { headers: { authorization } })).json()
      const address = `${list}/${data[0].id}/file`
      const head = await fetch(address, { headers: { authorization, range: 'bytes=0-99' } })
      const rest = { authorization, range: 'bytes=100-', 'if-range': head.headers.get('etag')! }
      const tail = await fetch(address, { headers: rest })
      return { statuses: [head.status, tail.status], text: (await head.text()) + (await tail.text()) }
    })
    expect(parts.statuses).toEqual([206, 206])
    expect(parts.text.replace(/^\uFEFF/, '')).toBe(file.text.replace(/^\uFEFF/, ''))

    await filesOf(page)
      .getByRole('button', { name: /^Remove Leads of/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('The file was removed.').waitFor()
    await filesOf(page).waitFor({ state: 'detached' })
  })
})
