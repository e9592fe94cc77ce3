import { expect, test } from 'vitest'
import { pagesAbove, trailOf } from '../shells/page-trail.ts'
import { tabTexts } from '../shells/page-tabs.tsx'
import type { Me } from '../session/me.ts'
import { modulePages, pages } from './routes.tsx'

const paths = [...pages.map(({ path }) => path), ...modulePages.map(({ path }) => `$module/${path}`)]
const isTab = (path: string): boolean => Object.hasOwn(tabTexts, path.replace('$module', '{module}'))
const isBelowAnother = (path: string): boolean => paths.some((other) => path.startsWith(`${other}/`))
const root = { side: 'root' } as Me
const agency = { side: 'agency' } as Me

test('each page about an object, and each below another page’s path, says where it belongs, unless tabs do', () => {
  // A document that opens by itself, in a window of its own.
  const standAlone = ['download-auth/$pkdoc']
  const deepPaths = paths.filter((path) => (path.includes('/$') || isBelowAnother(path)) && !isTab(path))
  expect(deepPaths.filter((path) => !standAlone.includes(path) && trailOf(path, agency).length === 0)).toEqual([])
})

test('a trail leads through pages of the route table, from the highest', () => {
  for (const path of Object.keys(pagesAbove))
    for (const me of [root, agency]) for (const above of [path, ...trailOf(path, me)]) expect(paths).toContain(above)
  expect(trailOf('$module/campaign-management/$campaignId/edit', agency)).toEqual([
    '$module/campaign-management',
    '$module/campaign-management/$campaignId',
  ])
  expect(trailOf('configuration/receivables', root)).toEqual(['configuration/agency-list'])
  expect(trailOf('configuration/receivables', agency)).toEqual(['configuration/client-management'])
})
