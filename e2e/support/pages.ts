import type { Page } from 'playwright-core'
import { readDeveloperApi } from '#contract/developers/credentials.ts'
import { demoId } from '#demo/world.ts'
import { sampleOf } from '#server/test/proofs.ts'
import { agree } from './agree.ts'
import { acme, people, type Login } from './people.ts'
import type { Stage } from './stage.ts'
import { say, type Locale } from './texts.ts'
import type { Tour } from './tour.ts'

const campaign = `/siteid/campaign-management/${demoId('Plumbright Emergency plumbing site')}`
const searches = `/searchid/campaign-management/${demoId('Plumbright Emergency plumbing searches')}`
const complete = `/enhanceid/campaign-management/${demoId('Plumbright Home owners with old water heaters')}`
const offices = `/b2bid/campaign-management/${demoId('Harbor Realty Office space')}`
const audience = `/Audience/${demoId('Plumbright Keen visitors from Illinois')}`
const banner = `/banner/create?id=${demoId('Acme Growth Leads in a week')}`
/** A page that does not exist: the server responds 404, which the browser logs as an error. */
const absent = '/nowhere'

/** CI, too, views pages in a sample of looks only: all of them would take as long as all other journeys. */
export const sampleOfPages = <T>(sample: T, all: T): T =>
  process.env['PAGES'] === 'sample' ? sample : sampleOf(sample, all)

/** Every page of the product: its name here, who views it, and its path. */
export const pages: [string, Login | null, string][] = [
  ['login', null, '/'],
  ['document', null, '/marketing-services-agreement-developer'],
  ['register', null, '/register'],
  ['profile', people.acmeOwner, '/user/profile'],
  ['profile setup', people.acmeOwner, '/user/profile-setup'],
  ['questionnaire', people.acmeOwner, '/user/questionnaire-add'],
  ['clients', people.acmeAdmin, '/configuration/client-management'],
  ['client', people.acmeAdmin, `/configuration/client-management/${demoId('Plumbright')}`],
  ['failed payments', people.acmeAdmin, '/configuration/failed-payments'],
  ['disputes', people.acmeAdmin, '/configuration/disputes'],
  ['reconciliation', people.acmeAdmin, '/configuration/reconciliation'],
  ['claims', people.root, '/configuration/share-claims'],
  ['returned wholesale cost', people.acmeAdmin, '/configuration/returned-share'],
  ['limit of returned share', people.root, '/configuration/general-setting?section=returned-share'],
  ['bank payouts', people.acmeAdmin, '/configuration/payouts'],
  ['bank payouts of the operator', people.root, '/configuration/payouts'],
  ['dashboard', people.acmeAdmin, '/siteid/dashboard'],
  ['dashboard of a client', people.plumbright, '/siteid/dashboard?days=7'],
  ['all campaigns', people.acmeAdmin, '/campaign'],
  ['campaigns of an agency', people.root, `/campaign?agency=${demoId('Acme Growth')}`],
  ['older campaigns', people.acmeAdmin, '/siteid/campaign-management-v1'],
  ['leads management', people.acmeAdmin, '/siteid/leads-management'],
  ['campaigns', people.acmeAdmin, '/siteid/campaign-management'],
  ['new campaign', people.acmeAdmin, '/campaign-setup'],
  ['edit campaign', people.acmeAdmin, `${campaign}/edit`],
  ['campaign', people.acmeAdmin, campaign],
  ['leads', people.acmeAdmin, '/siteid/leads'],
  ['lead', people.acmeAdmin, '/siteid/leads?page=2'],
  ['visits', people.acmeAdmin, '/siteid/visits'],
  ['enriched lists', people.acmeOwner, '/enhanceid/enrichment'],
  ['returned leads', people.acmeAdmin, '/siteid/returns'],
  ['deliveries', people.acmeAdmin, '/siteid/deliveries'],
  ['dashboard of searches', people.acmeAdmin, '/searchid/dashboard'],
  ['campaigns of searches', people.acmeAdmin, '/searchid/campaign-management'],
  ['searches', people.acmeAdmin, '/searchid/visits'],
  ['inbox', people.acmeAdmin, '/inbox'],
  ['reports', people.acmeOwner, '/reports'],
  ['returning visitors', people.acmeOwner, '/reports/cohorts'],
  ['scheduled reports', people.acmeOwner, '/reports/schedules'],
  ['shared links', people.acmeOwner, '/reports/links'],
  ['reports by day', people.acmeOwner, '/reports?report=days'],
  ['integrations', people.plumbright, '/integrations'],
  ['an integration', people.plumbright, '/integrations/sendgrid'],
  ['a custom integration', people.plumbright, '/integrations/custom'],
  ['administrators', people.acmeAdmin, '/configuration/administrator-list'],
  ['roles', people.acmeAdmin, '/configuration/role-list'],
  ['general settings', people.acmeAdmin, '/configuration/general-setting'],
  ['user logs', people.acmeAdmin, '/configuration/general-setting?section=user-logs'],
  ['company settings', people.acmeAdmin, '/configuration/general-setting?section=company'],
  ['client prices', people.acmeOwner, '/configuration/general-setting?section=client-prices'],
  ['agency prices', people.root, '/configuration/general-setting?section=agency-prices'],
  ['new agencies', people.root, '/configuration/general-setting?section=new-agencies'],
  ['mail server', people.acmeOwner, '/configuration/general-setting?section=mail-server'],
  ['developer webhooks', people.acmeOwner, '/user/webhooks'],
  ['API documentation', people.acmeOwner, '/developers'],
  ['API requests', people.acmeOwner, '/developers/requests'],
  ['API usage', people.acmeOwner, '/developers/usage'],
  ['agreements', people.acmeAdmin, '/user/agreements'],
  ['download', people.acmeAdmin, '/download-auth/019a0000-0000-7000-8000-000000000001'],
  ['agencies', people.root, '/configuration/agency-list'],
  ['agency', people.root, `/configuration/agency-list/${demoId('Acme Growth')}`],
  ['sales staff', people.root, '/configuration/sales-account-list'],
  ['a sales person', people.root, `/configuration/sales-account-list/${demoId('rep@leadloom.test')}`],
  ['commissions', people.root, '/configuration/commissions'],
  ['commissions of a person', people.root, `/configuration/commissions/${demoId('rep@leadloom.test')}`],
  ['agencies report', people.root, '/configuration/agencies-report'],
  ['report analytics', people.root, '/configuration/report-analytics'],
  ['under-performing', people.root, '/configuration/under-performing'],
  ['connect account', people.salesRep, '/configuration/sales-connect-account'],
  ['bank payouts of a sales person', people.salesRep, '/configuration/sales-connect-account/payouts'],
  ['assigned clients', people.executive, '/configuration/client-management'],
  ['exclusions of a client', people.plumbright, '/user/exclusion-list'],
  ['exclusions of an agency', people.acmeAdmin, '/configuration/exclusion-list'],
  ['exclusions of the operator', people.root, '/configuration/opt-out-list'],
  ['exclusions of a campaign', people.acmeAdmin, `${campaign}/exclusions`],
  ['keyword counts', people.acmeAdmin, `${searches}/keyword-counts`],
  ['data enrichment', people.root, '/configuration/data-enrichment'],
  ['advance information', people.root, '/configuration/data-enrichment?part=information'],
  ['enhance locations', people.root, '/configuration/data-enrichment?part=locations'],
  ['enhance minimum', people.root, '/configuration/general-setting?section=enhance'],
  ['organizations', people.acmeAdmin, '/Client'],
  ['audiences', people.acmeAdmin, '/Audience'],
  ['new audience', people.acmeAdmin, '/Audience/new'],
  ['uploaded lists', people.acmeAdmin, '/Audience/lists'],
  ['banners', people.acmeOwner, '/banner/list'],
  ['new banner', people.acmeOwner, '/banner/create'],
  ['onboarding', people.root, '/configuration/general-setting?section=onboarding'],
  ['minimum spend', people.root, '/configuration/general-setting?section=minimum-spend'],
  ['billing', people.acmeOwner, '/configuration/general-setting?section=billing'],
  ['404', people.acmeAdmin, absent],
  ['client invoices', people.acmeOwner, '/reports/invoices'],
  ['inbox of the operator', people.root, '/configuration/inbox'],
  ['reported bursts', people.root, '/configuration/bursts'],
  ['team', people.plumbright, '/user/team'],
  ['person', people.acmeAdmin, '/siteid/leads?page=2'],
  ['receivables', people.acmeOwner, '/configuration/receivables'],
  ['receivables of the operator', people.root, '/configuration/receivables'],
  ['help', people.acmeOwner, '/help'],
  ['chapter of the handbook', people.acmeOwner, '/help/campaigns'],
  ['inbox of a client', people.plumbright, '/inbox'],
  ['privacy requests', people.root, '/configuration/privacy-requests'],
  ['privacy records', people.root, '/configuration/privacy-records'],
  ['machine', people.root, '/configuration/machine'],
]

/** Pages of the other modules, and of one banner and audience, which are not looked at with crowded data yet. */
export const morePages: typeof pages = [
  ['banner designer', people.acmeOwner, banner],
  ['audience', people.acmeAdmin, audience],
  ['campaign of searches', people.acmeAdmin, searches],
  ['edit campaign of searches', people.acmeAdmin, `${searches}/edit`],
  ['new campaign of searches', people.acmeAdmin, '/searchid/campaign-management/new'],
  ['campaign of complete records', people.acmeAdmin, complete],
  ['edit campaign of complete records', people.acmeAdmin, `${complete}/edit`],
  ['new campaign of complete records', people.acmeAdmin, '/enhanceid/campaign-management/new'],
  ['dashboard of complete records', people.acmeAdmin, '/enhanceid/dashboard'],
  // As the owner, because another journey declines the module's agreement as the administrator.
  ['campaign of companies', people.acmeOwner, offices],
  ['edit campaign of companies', people.acmeOwner, `${offices}/edit`],
  ['new campaign of companies', people.acmeOwner, '/b2bid/campaign-management/new'],
  ['dashboard of companies', people.acmeOwner, '/b2bid/dashboard'],
  ['visits of companies', people.acmeOwner, '/b2bid/visits'],
]

/** Shows only nine API operations, because all render alike: a page with all takes as long as twelve others. */
const shorten = (page: Page): Promise<unknown> =>
  page.addInitScript((path) => {
    const plainFetch = globalThis.fetch
    globalThis.fetch = async (...request) => {
      const response = await plainFetch(...request)
      if (new URL(response.url || '/', location.href).pathname !== path || !response.ok) return response
      const document = (await response.json()) as { paths: Record<string, unknown> }
      document.paths = Object.fromEntries(Object.entries(document.paths).slice(0, 9))
      const { status, headers } = response
      return new Response(JSON.stringify(document), { status, headers })
    }
  }, `/api${readDeveloperApi.path}`)

interface Opening {
  prepare?: (page: Page) => Promise<void>
  tour?: Tour
  /** What the page is prepared for; another look needs a page of its own. */
  look?: string
}

/** Opens one of them, including any steps beyond its URL. On a tour, the page of the same person and look moves on to it. */
export async function openPage(
  stage: Stage,
  name: string,
  login: Login | null,
  path: string,
  { prepare = ready, tour, look = '' }: Opening = {},
): Promise<Page> {
  if (login === null) {
    const page = await stage.newPage()
    await prepare(page)
    await page.goto(stage.origin(acme) + path)
    return page
  }
  const isLong = name === 'API documentation'
  const load = async (): Promise<Page> => {
    const isStraight = prepare === ready && path !== absent && !isLong
    const newPage = await stage.newPageOf(login, isStraight ? path : '/api/keys')
    if (path === absent) stage.allow(newPage, /status of 404/)
    if (isStraight) return newPage
    if (isLong) await shorten(newPage)
    await prepare(newPage)
    await newPage.goto(stage.origin(login.host) + path)
    return newPage
  }
  const isByItself = path === absent || isLong
  const page = tour && !isByItself ? await tour(login, look, path, load) : await load()
  // A tour arrives in the language of its last look.
  const t = say((await page.evaluate(() => document.documentElement.lang)) as Locale)
  if (path.startsWith('/b2bid/campaign-management')) await agree(page, t)
  if (name === 'lead' || name === 'person') {
    // A click would open it next to its list.
    const link = page
      .getByRole('table', { name: t('Leads') })
      .getByRole('link')
      .first()
    const below = name === 'person' ? '/person' : ''
    await page.goto(new URL((await link.getAttribute('href'))! + below, page.url()).href)
    await page
      .getByRole('region', { name: t(name === 'person' ? 'Leads' : 'Money'), exact: true })
      .getByRole('listitem')
      .first()
      .waitFor()
  }
  return page
}

/** Pages in the order of a tour: those of a person together. */
export function byPerson<Row extends { login: Login | null }>(rows: readonly Row[]): Row[] {
  const persons = [...new Set(rows.map(({ login }) => login))]
  return persons.flatMap((person) => rows.filter(({ login }) => login === person))
}

async function ready(_page: Page): Promise<void> {}
