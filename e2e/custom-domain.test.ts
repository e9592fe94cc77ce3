import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startNameServer, type NameServer } from '#server/test/name-server.ts'
import { findBarriers, sidewaysScroll } from './support/axe.ts'
import { settled, turnTo } from './support/look.ts'
import { people } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()
const domain = 'leads.northwind-agency.com'
const path = '/configuration/general-setting?section=custom-domain'
const picture = (name: string): string => join(import.meta.dirname, '../.tmp', `custom-domain-${name}.png`)

let names: NameServer
beforeAll(async () => {
  names = await startNameServer(inject('namesPort'))
})
afterAll(() => names.close())

it('R013: an owner names a domain, sets its records, sees it in use, and gives it back', async () => {
  const page = await stage().newPageOf(people.brightsideOwner, path)
  stage().allow(page, /422/)
  await page.getByRole('textbox', { name: 'Domain' }).fill('co.uk')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('This is an ending that many share.').waitFor()
  await page.getByRole('textbox', { name: 'Domain' }).fill(domain)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Waiting for its records').waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('The TXT record was not found.').waitFor()
  await settled(page)
  expect(await findBarriers(page)).toEqual([])
  await page.screenshot({ path: picture('1280'), fullPage: true })

  const phone = await stage().newPageOf(people.brightsideOwner, path, { width: 360 })
  await turnTo(phone, 'ar', 'light')
  await phone.getByText('لم يُعثر على سجل TXT.').waitFor()
  await settled(phone)
  expect([await findBarriers(phone), await sidewaysScroll(phone)]).toEqual([[], 0])
  await phone.screenshot({ path: picture('360-ar'), fullPage: true })
  await turnTo(phone, 'en', 'light')

  const valueOf = (label: string): Promise<string> => page.getByRole('group', { name: label }).innerText()
  names.set('TXT', await valueOf('Name of the TXT record'), await valueOf('Value of the TXT record'))
  names.set('CNAME', domain, await valueOf('Target of the CNAME record'))
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('In use').waitFor()
  expect((await fetch(`${stage().origin('localhost')}/domains/allowed?domain=${domain}`)).status).toBe(200)

  await page.getByRole('button', { name: 'Remove domain' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click()
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  expect((await fetch(`${stage().origin('localhost')}/domains/allowed?domain=${domain}`)).status).toBe(404)
})
