import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { demoPixelKey } from '#demo/world.ts'
import { newId } from '#server/platform/ids.ts'
import { findBarriers } from './support/axe.ts'
import { findLayoutFaults } from './support/layout.ts'
import { setAppearance } from './support/look.ts'
import { useOwnProgram } from './support/own-program.ts'
import { people } from './support/people.ts'
import { personFor } from './support/persons.ts'
import { say } from './support/texts.ts'

// Somebody who knows a pixel's public key posts hits with addresses of known people. The agency is told and reports it, and the
// operator voids what came of it (decision 34).

const program = useOwnProgram()
const campaign = 'Care finder'
const { brightsideOwner, root } = people

/** Posts a hit as a program does that hides its page, of a browser that was never there before. */
function forge(n: number): Promise<number> {
  const body = JSON.stringify({
    i: newId(Date.now()).replaceAll('-', ''),
    k: demoPixelKey(campaign),
    t: 'view',
    u: 'http://juniper.localhost/care',
    v: randomBytes(16).toString('hex'),
    s: randomBytes(16).toString('hex'),
    h: [personFor(`forged ${n}`).md5],
  })
  const headers = {
    host: `localhost:${program().port}`,
    origin: 'null',
    'content-type': 'text/plain',
    'user-agent': 'Mozilla/5.0',
  }
  return new Promise((resolve, fail) => {
    const call = request({ port: program().port, host: '127.0.0.1', path: '/collect', method: 'POST', headers })
    call.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)))
    call.on('error', fail)
    call.end(body)
  })
}
async function flood(from: number, count: number): Promise<void> {
  for (let n = from; n < from + count; n += 50)
    await Promise.all(Array.from({ length: Math.min(50, from + count - n) }, (_, at) => forge(n + at)))
}

/** In both languages and themes, wide and narrow. */
async function looks(page: Page, name: string): Promise<void> {
  for (const [locale, theme, width] of [
    ['en', 'light', 1280],
    ['ar', 'dark', 1280],
    ['ar', 'light', 360],
    ['en', 'dark', 360],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await setAppearance(page, locale, theme)
    await page.getByText('Brightside Media').first().waitFor()
    expect([name, locale, width, await findLayoutFaults(page)]).toEqual([name, locale, width, []])
    expect(await findBarriers(page)).toEqual([])
    if (process.env['PICTURES']) await page.screenshot({ path: `.tmp/${name}-${locale}-${theme}-${width}.png` })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await setAppearance(page, 'en', 'light')
}

describe('A flood of forged hits', () => {
  it('is held apart after a few leads, also after a release, and its agency is told', async () => {
    const inbox = await program().open(brightsideOwner, '/inbox')
    await flood(0, 150)
    const line = inbox.getByRole('row').filter({ hasText: say('en')('Forged leads on hold') })
    await expect
      .poll(
        async () => {
          await inbox.reload()
          return line.waitFor({ timeout: 3_000 }).then(
            () => true,
            () => false,
          )
        },
        { timeout: 60_000 },
      )
      .toBe(true)
    expect(await line.innerText()).toMatch(/1\d leads so far look forged/)
    await line.getByRole('link', { name: campaign }).click()
    await inbox.getByRole('button', { name: 'Release leads' }).click()
    await inbox.getByText('Leads released').waitFor()
    await flood(150, 900)
    await inbox
      .getByText('Leads that look forged are on hold')
      .waitFor({ timeout: 60_000 })
      .catch(() => inbox.reload())
    await inbox.getByText('Leads that look forged are on hold').waitFor()
    await inbox.getByRole('button', { name: 'Report as forged' }).click()
    await inbox.getByRole('button', { name: 'Reported' }).waitFor()
  })

  it('is told to the operator, who voids it with what each gets back in view', async () => {
    const page = await program().open(root, '/configuration/inbox')
    const line = page.getByRole('row').filter({ hasText: 'Forged leads reported' })
    await line.getByText('1 burst to void').waitFor()
    await looks(page, 'operator-inbox')
    await line.getByRole('link', { name: 'Brightside Media' }).click()
    const bursts = page.getByRole('table', { name: 'Reported bursts' })
    const burst = bursts.getByRole('row').filter({ hasText: campaign })
    await burst.getByRole('button', { name: /^Void the leads of/ }).waitFor()
    // Seventeen before the release and twice as much weight after it, of a thousand forged hits.
    const leads = Number(await burst.getByRole('cell').nth(3).innerText())
    expect(leads).toBeGreaterThanOrEqual(17)
    expect(leads).toBeLessThanOrEqual(60)
    await looks(page, 'bursts')
    await burst.getByRole('button', { name: /^Void the leads of/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/is credited .*\$[\d.]+.* and .*Brightside Media.*\$[\d.]+/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Void', exact: true }).click()
    await page.getByText('The leads were voided and credited.').first().waitFor()
    await burst.getByText('Voided').waitFor()
    expect(await burst.getByRole('button').count()).toBe(0)
    await page.getByRole('link', { name: 'Claims' }).first().click()
    await page.getByRole('link', { name: 'Reported bursts' }).waitFor()
  })
})
