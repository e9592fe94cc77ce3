import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { unzipSync, strFromU8 } from 'fflate'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sampleOf } from '#server/test/proofs.ts'
import { chooseFile } from './support/choose-file.ts'
import { turnLanguage } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'
import { say, type Locale, type Say } from './support/texts.ts'

const stage = useStage()
// One language in the everyday run; the journey of exclusions covers the other one.
const locales = sampleOf<readonly Locale[]>(['en'], ['en', 'ar'])

const download = async (page: Page, t: Say, kind: string): Promise<{ name: string; bytes: Buffer }> => {
  await page.getByRole('button', { name: t('Export') }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: kind }).click()])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Adds text, moves it with the keyboard, undoes that, then drags it; adds a picture. */
async function compose(page: Page, t: Say): Promise<void> {
  const tools = page.getByRole('toolbar', { name: t('Design tools') })
  await tools.getByRole('button', { name: t('Text') }).click()
  await page.getByRole('textbox', { name: t('Text'), exact: true }).fill('Now <b>or</b> never')
  const text = page.getByRole('button', { name: 'Now <b>or</b> never', exact: true, pressed: true })
  await text.focus()
  const before = Number(await text.getAttribute('x'))
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => Number(await text.getAttribute('x'))).toBe(before + 10)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => Number(await text.getAttribute('x'))).toBe(before)
  await tools.getByRole('button', { name: t('Redo') }).click()
  await expect.poll(async () => Number(await text.getAttribute('x'))).toBe(before + 10)

  const box = (await text.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 30, box.y + box.height / 2 + 40, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Number(await text.getAttribute('x'))).not.toBe(before + 10)

  const picture = { name: 'dot.png', mimeType: 'image/png', buffer: onePixel }
  await chooseFile(page, tools.getByRole('button', { name: t('Image') }), picture)
  await page.getByRole('button', { name: t('Image'), pressed: true }).waitFor()
}

/** Exports all three file types and checks their contents. */
async function exportAll(page: Page, t: Say, locale: string): Promise<void> {
  const png = await download(page, t, 'PNG')
  expect([png.name, png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([
    `spring-${locale}-300x250.png`,
    300,
    250,
  ])
  const jpg = await download(page, t, 'JPG')
  expect([jpg.name, jpg.bytes.subarray(0, 2).toString('hex')]).toEqual([`spring-${locale}-300x250.jpg`, 'ffd8'])
  const zip = await download(page, t, 'HTML5')
  const files = unzipSync(zip.bytes)
  expect(Object.keys(files).toSorted()).toEqual(['images/1.webp', 'index.html'])
  const html = strFromU8(files['index.html']!)
  expect(html).toContain('&lt;b&gt;or&lt;/b&gt;')
  expect(html.match(/(?:src|href)="(?:https?:)?\/\//)).toBeNull()
  expect(await requestsFor(files)).toEqual(['images/1.webp', 'index.html'])
}

/** The requests that a browser sends when it opens a banner's files. */
async function requestsFor(files: Record<string, Uint8Array>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'banner-'))
  mkdirSync(join(folder, 'images'))
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  const base = pathToFileURL(`${folder}/`).href
  const visitor = await stage().newVisitor()
  const requests: string[] = []
  visitor.on('request', (request) => void requests.push(request.url().replace(base, '')))
  await visitor.goto(`${base}index.html`)
  await visitor.waitForFunction(() => [...document.images].every((image) => image.naturalWidth > 0))
  rmSync(folder, { recursive: true })
  return requests.toSorted()
}

async function duplicateAndArchive(page: Page, t: Say, name: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: t('Banners') })
    .click()
  const card = page
    .getByRole('list', { name: t('Banners') })
    .getByRole('listitem')
    .filter({ hasText: name })
    .first()
  await card.getByRole('button', { name: t('Duplicate {name}', { name: `\u2068${name}\u2069` }) }).click()
  const dialog = page.getByRole('dialog', { name: t('Duplicate banner') })
  await dialog.getByRole('textbox', { name: t('Name') }).fill(`${name} wide`)
  await dialog.getByRole('button', { name: t('Duplicate') }).click()
  await page.getByRole('heading', { level: 1, name: `${name} wide` }).waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('Banners') })
    .click()
  await card.waitFor()
  const copy = page.getByRole('listitem').filter({ hasText: `${name} wide` })
  await copy.getByRole('button', { name: t('Archive {name}', { name: `\u2068${name} wide\u2069` }) }).click()
  await page.getByText(t('The banner was archived.')).waitFor()
  await copy.waitFor({ state: 'detached' })
}

// R026: banners are in the ads design menu.
describe.each(locales)('An agency designs a banner (%s)', (locale) => {
  const t = say(locale)

  it('from a template to PNG, JPG and HTML5, with undo, keys, versions, a duplicate and the archive', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/banner/list')
    await turnLanguage(page, locale)
    await page
      .getByRole('link', { name: t('New banner') })
      .first()
      .click()
    const name = `Spring ${locale}`
    await page.getByRole('textbox', { name: t('Name') }).fill(name)
    await page.getByRole('button', { name: t('Create banner') }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()

    await compose(page, t)
    await page.getByRole('button', { name: t('Save'), exact: true }).click()
    await page.getByText(t('Data has been updated successfully')).first().waitFor()

    await exportAll(page, t, locale)

    await page.getByRole('button', { name: t('Versions') }).click()
    const versions = page.getByRole('dialog', { name: t('Versions') })
    await versions.getByText(t('Version {number}', { number: 2 })).waitFor()
    await versions.getByRole('button', { name: t('Restore') }).click()
    await versions.waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Now <b>or</b> never', exact: true }).count()).toBe(0)

    await duplicateAndArchive(page, t, name)
  })
})

/** Reloads the page as if its user had a role with only one permission of the ads design menu: to open it. */
async function lookOnly(page: Page): Promise<void> {
  const [answer] = await Promise.all([page.waitForResponse('**/api/user'), page.reload()])
  const json = await answer.json()
  const { AdsDesign: ads, ...menus } = json.data.user_permissions
  const off = Object.fromEntries(Object.keys(ads).map((flag) => [flag, flag === 'enable']))
  const data = { ...json.data, user_type: 'administrator', user_permissions: { ...menus, AdsDesign: off } }
  await page.route('**/api/user', (route) => route.fulfill({ json: { ...json, data } }))
  await page.reload()
}

describe('Someone who may look at banners but not change them', () => {
  it('is offered neither tools nor earlier versions nor a new banner', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/banner/create')
    await page.getByRole('textbox', { name: 'Name' }).fill('Looked at')
    await page.getByRole('button', { name: 'Create banner' }).click()
    await page.getByRole('heading', { level: 1, name: 'Looked at' }).waitFor()
    const tools = page.getByRole('toolbar', { name: 'Design tools' })
    await tools.getByRole('button', { name: 'Text' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Data has been updated successfully').first().waitFor()

    await lookOnly(page)
    await page.getByRole('img', { name: 'Looked at' }).waitFor()
    await page.getByRole('button', { name: 'Versions' }).click()
    const versions = page.getByRole('dialog', { name: 'Versions' })
    await versions.getByText('Version 1').waitFor()
    expect(await versions.getByRole('button', { name: 'Restore' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await versions.waitFor({ state: 'detached' })
    expect(await tools.count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Your text' }).count()).toBe(0)
    expect(await page.getByRole('textbox', { name: 'Name' }).isEditable()).toBe(false)

    await page.goto(`${stage().origin(people.acmeOwner.host)}/banner/create`)
    await page.getByText('You don’t have permission to do this.').waitFor()
    for (const name of ['Create banner', 'Edit brand kit'])
      expect(await page.getByRole('button', { name }).count(), name).toBe(0)
  })
})

describe('An unsaved drawing', () => {
  it('triggers a warning before leaving, even if it was changed while another was being saved', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/banner/create')
    await page.getByRole('textbox', { name: 'Name' }).fill('Unsaved')
    await page.getByRole('button', { name: 'Create banner' }).click()
    await page.getByRole('heading', { level: 1, name: 'Unsaved' }).waitFor()
    const tools = page.getByRole('toolbar', { name: 'Design tools' })
    const picture = { name: 'dot.png', mimeType: 'image/png', buffer: onePixel }
    await chooseFile(page, tools.getByRole('button', { name: 'Image' }), picture)
    await page.getByRole('button', { name: 'Image', pressed: true }).waitFor()
    await page.keyboard.press('Control+z')
    const addText = tools.getByRole('button', { name: 'Text' })
    await addText.click()

    let goOn = (): void => {}
    const hold = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/api/banner/design/*', async (route) => {
      if (route.request().method() === 'PUT') await hold
      await route.fallback()
    })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await Promise.all([page.waitForRequest((request) => request.method() === 'PUT'), save.click()])
    await addText.click()
    goOn()
    await page.getByText('Data has been updated successfully').first().waitFor()
    await expect.poll(() => save.isEnabled()).toBe(true)

    await page.getByRole('main').getByRole('link', { name: 'Banners' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Banners' }).waitFor()

    // The picture was never saved in a banner, so it can be removed.
    await page.getByRole('button', { name: 'Images' }).click()
    const images = page.getByRole('list', { name: 'Images' }).getByRole('listitem')
    await images.first().waitFor()
    const before = await images.count()
    await images
      .first()
      .getByRole('button', { name: /^Remove the image of .1 × 1/ })
      .click()
    await page.getByRole('dialog', { name: 'Remove this image?' }).getByRole('button', { name: 'Remove image' }).click()
    await page.getByText('The image was removed.').waitFor()
    await expect.poll(() => images.count()).toBe(before - 1)
  })
})
