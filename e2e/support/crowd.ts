import type { Page } from 'playwright-core'
import { reasonTable } from '#contract/leads/reasons.ts'

/**
 * Replaces responses from now on: names of 80 letters, full pages of a thousand rows, visits that ended in every way.
 * Stored data stays as it is.
 */
export async function crowd(page: Page): Promise<void> {
  await page.addInitScript(crowdAnswers, Object.keys(reasonTable))
}

/** Runs in the page, because only the browser resolves names under `.localhost`; a proxy in the test could not. */
function crowdAnswers(reasons: string[]): void {
  const words = 'Wolfeschlegelstein and Extraordinarily Long Names of Hausenbergerdorff Brothers'
  const oneWord = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'
  const email = `${'a-very-long-mailbox-name-of-somebody'.padEnd(50, 'x')}@${'long-domain'.padEnd(20, 'y')}.example`
  const path = '/an-address-of-a-page-that-somebody-gave-a-title-as-long-as-a-whole-sentence'
  const longest = 80
  const most = 100
  const names =
    /^(company_?name|client_company_name|companyGroupName|name|full_?name|first_name|last_name|campaignName|role_?[nN]ame|user_name|person_name|lead_name|on_behalf_of|organizationName|city|salesrep|accountexecutive|accountref|title|legal_name|contact_name|companyparentname|industry_name|street|from_name|username)$/
  const mails = /^(email|main_email|target|reportSentTo|recipients)$/
  const addresses = /^(url|page_url|urlCode|target)$/
  const ids = ['id', 'company_id', 'leadspeek_api_id', 'clientOrganizationID', 'couponId', 'audience_id']

  const crowd = (value: unknown, at = 0): unknown => {
    if (Array.isArray(value)) return value.map((one, index) => crowd(one, index))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        if (typeof one !== 'string' || one.length < 2) return [key, crowd(one, at)]
        if (names.test(key)) return [key, (at % 2 === 0 ? words : oneWord).slice(0, longest)]
        if (one.includes('@') && mails.test(key)) return [key, email]
        return [key, /^https?:/.test(one) && addresses.test(key) ? one + path : one]
      }),
    )
  }
  // Rows are identified by these keys, so each copy gets its own ids.
  const again = (row: Record<string, unknown>, copy: number): Record<string, unknown> => {
    const ownIds = ids.filter((key) => typeof row[key] === 'string')
    const reason = reasons[copy % reasons.length]
    const ending = 'reason' in row &&
      'match_key' in row && { reason, kind: reason === 'converted' ? 'conversion' : row.kind }
    return {
      ...row,
      ...ending,
      ...Object.fromEntries(ownIds.map((key) => [key, String(row[key]).slice(0, -3) + String(copy).padStart(3, '0')])),
    }
  }
  const fill = (answer: { data?: unknown; last_page?: number; total?: number } | null): void => {
    if (!answer?.last_page || !Array.isArray(answer.data) || answer.data.length === 0) return
    const { data } = answer as { data: Record<string, unknown>[] }
    // The first rows are the real ones, so that their links work.
    answer.data = Array.from({ length: most }, (_, copy) => data[copy] ?? again(data[copy % data.length]!, copy))
    answer.total = 10 * most
    answer.last_page = 10
  }
  const plainFetch = globalThis.fetch
  globalThis.fetch = async (...request) => {
    const response = await plainFetch(...request)
    if (!response.ok || !response.headers.get('content-type')?.includes('json')) return response
    const answer = await response.clone().json()
    if (answer !== null && typeof answer === 'object' && 'keys' in answer) return response
    fill(answer)
    const { status, headers } = response
    return new Response(JSON.stringify(crowd(answer)), { status, headers })
  }
}
