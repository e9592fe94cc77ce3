import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { userKinds, type UserKind } from '#contract/people/user-kind.ts'
import { opens } from '#contract/guards/judge.ts'
import { groupsNamed, plain, type Group, type Hit } from '../../areas/search/matching.ts'
import { modulePages as moduleParts } from '../../areas/campaigns/modules/module-pages.ts'
import { sections } from '../../areas/settings/sections.ts'
import { loadLocale } from '../../i18n/prepare-locale.ts'
import { translate } from '../../i18n/texts.tsx'
import { modulePages, pages } from '../routes.tsx'
import { actionHits, type Acts } from './action-hits.ts'
import { pageHits } from './page-hits.ts'
import { pageLooks } from './page-looks.ts'
import { sectionHits } from './section-hits.ts'
import { everyPlace, seekerOf } from './seeker.test-support.ts'

const nothing = (): void => {}
const acts: Acts = {
  theme: { other: 'dark', label: '', turn: nothing },
  language: { label: 'العربية', turn: nothing },
  openDialog: nothing,
  addCompany: nothing,
  showShortcuts: nothing,
  leaveView: nothing,
  signOut: nothing,
}

function groupsOf(kind: UserKind, change?: Parameters<typeof seekerOf>[1]): Group[] {
  const seeker = seekerOf(kind, change)
  return [
    { title: 'Pages', hits: pageHits(seeker, everyPlace, translate) },
    { title: 'Settings', hits: sectionHits(seeker.me, translate) },
    { title: 'Actions', hits: actionHits(seeker, everyPlace, acts, translate) },
  ]
}
const hitsOf = (kind: UserKind): Hit[] => groupsOf(kind).flatMap(({ hits }) => hits)
const namesFor = (groups: readonly Group[], text: string): string[] =>
  groupsNamed(groups, text).flatMap(({ hits }) => hits.map(({ name }) => name))

/** A name with two letters of its longest word swapped, with a wrong one and, if that leaves three, with one missing. */
function misspellings(name: string): string[] {
  const plainName = name.replaceAll(/\p{Cf}/gu, '')
  const longest = plainName.split(/[^\p{L}]+/u).toSorted((a, b) => b.length - a.length)[0]!
  const at = Math.floor(longest.length / 2)
  const [start, letter, next, end] = [longest.slice(0, at), longest[at]!, longest[at + 1] ?? '', longest.slice(at + 2)]
  const words = [start + next + letter + end, `${start}${letter}ж${end}`, start + next + end]
  return words.slice(0, longest.length > 3 ? 3 : 2).map((word) => plainName.replace(longest, word))
}

const paths = [...pages.map(({ path }) => path), ...modulePages.map(({ path }) => `{module}/${path}`)]
const isOfOneObject = (path: string): boolean => path.includes('$')

describe('the palette’s pages', () => {
  beforeAll(() => loadLocale('en', 'everything'))

  it('are those of the route table, except the pages about one object', () => {
    expect(Object.keys(pageLooks).toSorted()).toEqual(paths.filter((path) => !isOfOneObject(path)).toSorted())
  })

  it('are each offered to somebody, or stand for another URL of the same page', () => {
    const offeredKeys = new Set(userKinds.flatMap((kind) => hitsOf(kind).map(({ key }) => key)))
    const addressesOf = (path: string): string[] =>
      path.startsWith('{module}') ? everyPlace.map(({ base }) => path.replace('{module}', base)) : [`/${path}`]
    const others = Object.entries(pageLooks).filter(([, { standsFor }]) => standsFor === undefined)
    expect(others.map(([path]) => path).filter((path) => !addressesOf(path).some((to) => offeredKeys.has(to)))).toEqual(
      [],
    )
  })

  it('have the titles that the pages show', () => {
    const routes = readFileSync('web/app/routes.tsx', 'utf8')
    const files = new Map(
      [...routes.matchAll(/page\(\s*'([^']+)',\s*\(\) => import\('\.\.\/([^']+)'\)/g)].map(([, path, file]) => [
        path!,
        `web/${file!}`,
      ]),
    )
    const textOf = (file: string): string => readFileSync(file, 'utf8')
    const nearOf = (file: string): string[] =>
      [...textOf(file).matchAll(/from '(\.[^']+\.tsx)'/g)].map(([, to]) => posix.join(posix.dirname(file), to!))
    const withoutTitle = Object.entries(pageLooks).filter(([path, { title }]) => {
      if (typeof title !== 'string')
        return everyPlace.some(({ module }) => title(module) !== moduleParts[module]!.events.name)
      const file = files.get(path.replace('{module}/', ''))!
      return ![file, ...nearOf(file)].some((one) => textOf(one).includes(`title={t('${title}'`))
    })
    expect(withoutTitle.map(([path]) => path)).toEqual([])
  })
})

describe.each(['en', 'ar'] as const)('in %s', (locale) => {
  beforeAll(() => loadLocale(locale, 'everything'))

  it.each(userKinds)('%s finds every page, settings section and action first by its name', (kind) => {
    const groups = groupsOf(kind)
    const names = groups.flatMap(({ hits }) => hits.map(({ name }) => name))
    expect(names.length).toBeGreaterThan(4)
    expect(names.filter((name) => namesFor(groups, name)[0] !== name)).toEqual([])
  })

  it.each(userKinds)('%s finds each with a typing mistake, unless that is the beginning of another name', (kind) => {
    const groups = groupsOf(kind)
    const names = groups.flatMap(({ hits }) => hits.map(({ name }) => name))
    const texts = names.flatMap((name) => misspellings(name).map((text) => ({ name, text })))
    const mistakes = texts.filter(({ text }) => !names.some((other) => plain(other).includes(plain(text))))
    expect(mistakes.length).toBeGreaterThan(2.5 * names.length)
    expect(mistakes.filter(({ name, text }) => !namesFor(groups, text).includes(name))).toEqual([])
  })
})

describe('what is not for somebody', () => {
  beforeAll(() => loadLocale('en', 'everything'))

  it.each(userKinds)('is not offered to %s', (kind) => {
    const { access } = seekerOf(kind).me
    const links = hitsOf(kind).flatMap((hit) => ('to' in hit ? [hit.to] : []))
    expect(links.filter((to) => !opens(access, to))).toEqual([])
  })

  it('is not offered behind a right or a module switch either', () => {
    const [, off] = everyPlace
    const modules = { ...seekerOf('client').me.access.modules }
    modules[off!.module] = { ...modules[off!.module], enabled: false }
    const text = JSON.stringify(groupsOf('client', { modules }).flatMap(({ hits }) => hits))
    expect(text).not.toContain(`${off!.base}/`)
    const bare = groupsOf('administrator', { permissions: {} }).flatMap(({ hits }) => hits)
    expect(bare.filter(({ key }) => key.startsWith('section:') || key.includes('configuration'))).toEqual([])
    expect(bare.map(({ name }) => name)).not.toContain('Add client')
  })

  it('in view mode includes what changes the account, and new campaigns and companies', () => {
    const viewer = { mayAnalyze: true }
    const names = groupsOf('agencyOwner', { viewer }).flatMap(({ hits }) => hits.map(({ name }) => name))
    for (const name of [
      'Change Password',
      'Add client',
      'New campaign',
      'Build Your Campaign',
      'New banner',
      'Billing',
    ])
      expect(names).not.toContain(name)
    expect(names).toContain('Leave view mode')
  })
})

it('offers the operator no sections of agencies, and an agency none of the operator', () => {
  const keysOf = (kind: UserKind): string[] => sectionHits(seekerOf(kind).me, translate).map(({ key }) => key)
  expect(keysOf('agencyOwner')).not.toContain('section:agency-prices')
  expect(keysOf('rootSystem')).not.toContain('section:client-prices')
  const everyKey = [...keysOf('agencyOwner'), ...keysOf('rootSystem')]
  expect(sections.map(({ key }) => key).filter((key) => !everyKey.includes(`section:${key}`))).toEqual(['data-wallet'])
})
