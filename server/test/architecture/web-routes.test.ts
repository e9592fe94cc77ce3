import { describe, expect, it } from 'vitest'
import { isTest, sourcesWith } from './sources.ts'

// The router loads pages by name, so no type says which parts of its address a page may ask for. This does.

const web = sourcesWith('.ts', '.tsx').filter(({ path }) => path.startsWith('web/') && !isTest(path))
const routes = web.find(({ path }) => path === 'web/app/routes.tsx')!.text

interface Route {
  path: string
  file: string
}
const routesIn = (text: string): Route[] =>
  [...text.matchAll(/page\(\s*'([^']+)',\s*\(\) => import\('\.\.\/([^']+)'\)/g)].map(([, path, file]) => ({
    path: path!,
    file: `web/${file!}`,
  }))

/** Parts of the address that a page asks for and its route does not name. */
const missingOf = ({ path }: Route, text: string): string[] =>
  [...text.matchAll(/\buseParam\('(\w+)'\)/g)].map(([, name]) => name!).filter((name) => !path.includes(`$${name}`))

describe('parts of addresses', () => {
  const pages = routesIn(routes)

  it('are named by the route of every page that asks for them', () => {
    expect(pages.length).toBeGreaterThan(50)
    const asked = pages.map((route) => ({ ...route, text: web.find(({ path }) => path === route.file)!.text }))
    expect(asked.filter(({ text }) => text.includes('useParam(')).length).toBeGreaterThan(9)
    expect(asked.flatMap((page) => missingOf(page, page.text).map((name) => `${page.path}: ${name}`))).toEqual([])
    const [planted] = routesIn(`page('leads', () => import('../areas/leads/lead-page.tsx'), 'LeadPage')`)
    expect(missingOf(planted!, `const leadId = useParam('leadId')`)).toEqual(['leadId'])
  })

  it('and what follows their question mark are read in one place, which has types for them', () => {
    const casts = (text: string): string[] =>
      text.match(/strict: false|\bas never\b|useRouteContext\([^)]*\) as/g) ?? []
    const odd = web.filter(({ path, text }) => path !== 'web/session/address.ts' && casts(text).length > 0)
    expect(odd.map(({ path }) => path)).toEqual([])
    expect(casts('const { id } = useParams({ strict: false }) as { id: string }')).toHaveLength(1)
  })
})
