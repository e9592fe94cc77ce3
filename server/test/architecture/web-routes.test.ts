import { describe, expect, it } from 'vitest'
import { isTest, sourcesWith } from './sources.ts'

// The router loads pages by name, so types cannot check which path parameters a page may read. This test does.

const web = sourcesWith('.ts', '.tsx').filter(({ path }) => path.startsWith('web/') && !isTest(path))
const textOf = (file: string): string => web.find(({ path }) => path === file)!.text
const routes = textOf('web/app/routes.tsx')
const firstReads = textOf('web/app/first-reads.ts')

interface Route {
  path: string
  file: string
  firstRead: string | undefined
}
const routesIn = (text: string): Route[] =>
  [...text.matchAll(/page\(\s*'([^']+)',\s*\(\) => import\('\.\.\/([^']+)'\),\s*'\w+',?\s*(?:(\w+),?\s*)?\)/g)].map(
    ([, path, file, firstRead]) => ({ path: path!, file: `web/${file!}`, firstRead }),
  )

/** Path parameters that a page reads and its route does not declare. */
const missingOf = ({ path }: Route, text: string): string[] =>
  [...text.matchAll(/\buseParam\('(\w+)'\)/g)].map(([, name]) => name!).filter((name) => !path.includes(`$${name}`))

/** The operation behind a name in `first-reads.ts`. */
const operationOf = (firstRead: string): string =>
  new RegExp(`(?:function|const) ${firstRead}\\b[^]*?readOf\\((\\w+), `).exec(firstReads)![1]!

const pages = routesIn(routes)

describe('URL parameters', () => {
  it('are declared by the route of every page that uses them', () => {
    expect(pages.length).toBeGreaterThan(50)
    const pageTexts = pages.map((route) => ({ ...route, text: textOf(route.file) }))
    expect(pageTexts.filter(({ text }) => text.includes('useParam(')).length).toBeGreaterThan(9)
    expect(pageTexts.flatMap((page) => missingOf(page, page.text).map((name) => `${page.path}: ${name}`))).toEqual([])
    const [plant] = routesIn(`page('leads', () => import('../areas/leads/lead-page.tsx'), 'LeadPage')`)
    expect(missingOf(plant!, `const leadId = useParam('leadId')`)).toEqual(['leadId'])
  })

  it('and query parameters are read in one place, which has types for them', () => {
    const casts = (text: string): string[] =>
      text.match(/strict: false|\bas never\b|useRouteContext\([^)]*\) as/g) ?? []
    const odd = web.filter(({ path, text }) => path !== 'web/session/address.ts' && casts(text).length > 0)
    expect(odd.map(({ path }) => path)).toEqual([])
    expect(casts('const { id } = useParams({ strict: false }) as { id: string }')).toHaveLength(1)
  })
})

/** Pages about one object whose first read needs more than their URL. */
const later: Readonly<Record<string, string>> = {
  'download-auth/$pkdoc': 'has nothing to read: it asks for a password first',
  'help/$chapter': 'reads the handbook, which all its pages share and the server does not answer',
  'integrations/$slug': 'reads by the company, too, which stands behind the question mark or is the own one',
  'campaign-management/$campaignId/exclusions': 'reads lists, whose page and filters stand behind the question mark',
}

describe('pages about one object', () => {
  const ofOne = pages.filter(({ path }) => path.includes('$'))

  it('prefetch it while their code loads, or are listed here with a reason', () => {
    expect(ofOne.length).toBeGreaterThan(12)
    expect(
      ofOne
        .filter(({ firstRead }) => !firstRead)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(Object.keys(later).toSorted())
    const [plant] = routesIn(`page('leads/$leadId', () => import('../areas/leads/lead-page.tsx'), 'LeadPage')`)
    expect(plant).toMatchObject({ path: 'leads/$leadId', firstRead: undefined })
  })

  it('request exactly what was prefetched', () => {
    const asksFor = (text: string, operation: string): boolean => text.includes(`useCall(${operation}, { params: {`)
    const others = ofOne.filter(({ file, firstRead }) => firstRead && !asksFor(textOf(file), operationOf(firstRead)))
    expect(others.map(({ path }) => path)).toEqual([])
    expect(asksFor(textOf('web/areas/leads/lead-page.tsx'), operationOf('readCampaign'))).toBe(false)
  })
})
