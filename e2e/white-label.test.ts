import type { Page, Response } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { settled } from './support/look.ts'
import { people, type Login } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

const agencies: [string, Login, string, RegExp][] = [
  ['Acme Growth', people.acmeOwner, '/siteid', /leadloom|brightside/i],
  ['Brightside Media', people.brightsideOwner, '/visitors', /leadloom|acme/i],
]

/** Everything that came to the browser from the host, with whose name it should not carry. */
async function leaksIn(responses: Response[], foreign: RegExp): Promise<string[]> {
  const read = responses.map(async (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (!/html|json|javascript|css|svg|manifest/.test(type) || type.includes('event-stream')) return []
    const text = `${JSON.stringify(await response.allHeaders())} ${await response.text().catch(() => '')}`
    const found = foreign.exec(text)
    return found ? [`${response.url()}: … ${text.slice(Math.max(0, found.index - 60), found.index + 60)}`] : []
  })
  return (await Promise.all(read)).flat()
}

describe('On an agency’s host', () => {
  it.each(agencies)(
    '%s nobody else’s name is to be read, neither before nor after the sign-in',
    async (own, login, module, foreign) => {
      const responses: Response[] = []
      const listen = (page: Page): unknown => page.context().on('response', (response) => responses.push(response))
      const visitor = await stage().newPage()
      listen(visitor)
      await visitor.goto(stage().origin(login.host))
      expect(await visitor.title()).toContain(own)
      await visitor.goto(`${stage().origin(login.host)}/nowhere`)

      const page = await stage().newPageOf(login)
      listen(page)
      for (const path of [
        '/configuration/client-management',
        '/configuration/general-setting',
        '/campaign-management',
        '/leads',
        '/visits',
        '/deliveries',
        '/nowhere',
      ]) {
        await page.goto(stage().origin(login.host) + (path.startsWith('/conf') ? path : module + path))
        await settled(page)
        expect(await page.title()).toContain(own)
        expect(await page.locator(':root').innerText()).not.toMatch(foreign)
      }
      expect(await leaksIn(responses, foreign)).toEqual([])
    },
  )
})
