import type { Page } from 'playwright-core'

const words = 'Wolfeschlegelstein and Extraordinarily Long Names of Hausenbergerdorff Brothers'
const oneWord = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'
const longest = 80
const email = `${'a-very-long-mailbox-name-of-somebody'.padEnd(50, 'x')}@${'long-domain'.padEnd(20, 'y')}.example`

/** What people name: those that a screen must bear at any length. */
const names =
  /^(company_?name|client_company_name|companyGroupName|name|full_?name|first_name|last_name|campaignName|role_?[nN]ame|user_name|person_name|lead_name|on_behalf_of|organizationName|city|title|salesrep|accountexecutive|accountref)$/
const mails = /^(email|main_email|target)$/

const most = 100

/** Makes an answer what it would be for somebody with many long names: each of 80 letters, a full page of a thousand rows. */
function crowded(value: unknown, at = 0): unknown {
  if (Array.isArray(value)) return value.map((one, index) => crowded(one, index))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (typeof one === 'string' && one.length > 1 && names.test(key))
        return [key, (at % 2 === 0 ? words : oneWord).slice(0, longest)]
      if (typeof one === 'string' && one.includes('@') && mails.test(key)) return [key, email]
      return [key, crowded(one, at)]
    }),
  )
}

type List = { data: Record<string, unknown>[]; total: number; last_page: number }
const isPage = (answer: unknown): answer is List =>
  typeof answer === 'object' &&
  answer !== null &&
  'last_page' in answer &&
  'data' in answer &&
  Array.isArray(answer.data)

/** Rows are told apart by what their ids are called; each gets one of its own. */
const again = (row: Record<string, unknown>, copy: number): Record<string, unknown> => ({
  ...row,
  ...Object.fromEntries(
    ['id', 'company_id', 'leadspeek_api_id', 'clientOrganizationID', 'couponID']
      .filter((key) => typeof row[key] === 'string')
      .map((key) => [key, String(row[key]).slice(0, -3) + String(copy).padStart(3, '0')]),
  ),
})

/** From here on all that the page is told is crowded; nothing in the world itself is changed. */
export async function crowd(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (route.request().method() !== 'GET' || /stream|live|keys/.test(pathname)) return route.fallback()
    const response = await route.fetch().catch(() => null)
    if (!response) return route.abort()
    const answer: unknown = await response.json().catch(() => undefined)
    if (answer === undefined || !response.ok()) return route.fulfill({ response })
    if (isPage(answer) && answer.data.length > 0) {
      const { data } = answer
      answer.data = Array.from({ length: most }, (_, copy) => again(data[copy % data.length]!, copy))
      answer.total = 10 * most
      answer.last_page = 10
    }
    return route.fulfill({ response, json: crowded(answer) })
  })
}
