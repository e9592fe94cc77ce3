import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { BootBrand } from '#contract/branding/domain.ts'
import { moduleNames } from '#contract/campaigns/modules.ts'
import { opens } from '#contract/guards/judge.ts'
import { addressOf } from '#contract/guards/protected-pages.ts'
import type { UserKind } from '#contract/people/user-kind.ts'
import { contextOf } from '#contract/guards/access-context.test-support.ts'
import { arabic } from '#i18n/arabic.ts'
import { chapterFrom } from '../../../scripts/guide-for-browsers.mjs'
import { modulePages, pages } from '../../app/routes.tsx'
import { sectionGroups } from '../settings/sections.ts'
import { linesOf, type Block, type Chapter, type Inline } from './chapter.ts'
import { chapterAt, chapterOfPage, chapterOfSection } from './chapter-of-page.ts'
import { fillWords, knownWords } from './fill-words.ts'
import { handbook } from './handbook.ts'
import { searchGuide } from './search-guide.ts'

const folder = fileURLToPath(new URL('../../../docs/guide', import.meta.url))
const files = (readdirSync(folder, { recursive: true }) as string[]).map((file) => file.replaceAll('\\', '/'))
const contentOf = (file: string): string => readFileSync(join(folder, file), 'utf8')

interface File {
  file: string
  part: string
  name: string
  language: 'en' | 'ar'
  text: string
  chapter: Chapter
}
const chapterFiles: File[] = files
  .filter((file) => file.endsWith('.md'))
  .map((file) => {
    const [part = '', base = ''] = file.split('/')
    const language = base.endsWith('.ar.md') ? 'ar' : 'en'
    const text = contentOf(file)
    return { file, part, name: base.replace(/(\.ar)?\.md$/, ''), language, text, chapter: chapterFrom(text) }
  })
const of = (language: 'en' | 'ar'): File[] => chapterFiles.filter((one) => one.language === language)
const guideIn = (language: 'en' | 'ar'): Map<string, Chapter> =>
  new Map(of(language).map(({ name, chapter }) => [name, chapter]))
const partOf = new Map(handbook.flatMap((part) => part.chapters.map((name) => [name, part.folder])))

const blocksIn = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [
    block,
    ...(block.kind === 'list' ? blocksIn(block.items.flat()) : block.kind === 'note' ? blocksIn(block.blocks) : []),
  ])
const linesWithLooks = (block: Block): (readonly Inline[])[] =>
  block.kind === 'paragraph' || block.kind === 'heading'
    ? [block.text]
    : block.kind === 'table'
      ? [...block.head, ...block.rows.flat()]
      : []
const inlinesIn = ({ chapter }: File): Inline[] =>
  blocksIn(chapter.blocks)
    .flatMap(linesWithLooks)
    .flatMap((line) =>
      line.flatMap((part) => (typeof part !== 'string' && part.kind === 'link' ? [part, ...part.text] : [part])),
    )
const quotesIn = (file: File): string[] =>
  inlinesIn(file).flatMap((part) => (typeof part !== 'string' && part.kind === 'strong' ? [part.text] : []))
const anchorsIn = ({ blocks }: Chapter): string[] =>
  blocksIn(blocks).flatMap((block) => (block.kind === 'heading' ? [block.id] : []))

describe('the handbook', () => {
  it('has each chapter of its table in both languages, in the folder of its part, and no others', () => {
    const expectedFiles = handbook.flatMap((part) => part.chapters.map((name) => `${part.folder}/${name}.md`))
    expect(
      of('en')
        .map(({ file }) => file)
        .toSorted(),
    ).toEqual(expectedFiles.toSorted())
    expect(
      of('ar')
        .map(({ file }) => file.replace('.ar.md', '.md'))
        .toSorted(),
    ).toEqual(expectedFiles.toSorted())
  })

  it('has the same parts of a chapter in both languages, in the same order', () => {
    const shapeOf = ({ chapter }: File): string[] => chapter.blocks.map(({ kind }) => kind)
    for (const english of of('en'))
      expect([english.name, shapeOf(of('ar').find(({ name }) => name === english.name)!)]).toEqual([
        english.name,
        shapeOf(english),
      ])
  })

  it('quotes buttons, fields and pages as screens name them, the same ones in both languages', () => {
    const catalog: Readonly<Record<string, string>> = arabic
    for (const english of of('en')) {
      const quotes = quotesIn(english)
      expect(
        quotes.filter((quote) => catalog[quote] === undefined).map((quote) => `${english.file}: ${quote}`),
      ).toEqual([])
      const inArabic = quotesIn(of('ar').find(({ name }) => name === english.name)!)
      expect([english.name, inArabic.toSorted()]).toEqual([
        english.name,
        quotes.map((quote) => catalog[quote]!).toSorted(),
      ])
    }
  })

  it('links to chapters and headings that exist, and that its readers may read', () => {
    const brokenLinks = chapterFiles.flatMap((file) =>
      inlinesIn(file).flatMap((part) => {
        if (typeof part === 'string' || part.kind !== 'link') return []
        const target = of(file.language).find(({ name }) => name === part.chapter)
        const isRead = target && (target.part === 'client' || target.part === file.part)
        const isThere = isRead && (part.hash === undefined || anchorsIn(target.chapter).includes(part.hash))
        return isThere ? [] : [`${file.file}: ${part.chapter}#${part.hash ?? ''}`]
      }),
    )
    expect(brokenLinks).toEqual([])
  })

  it('has relative links that work in an editor, too', () => {
    const targets = chapterFiles.flatMap(({ file, text }) =>
      [...text.matchAll(/\]\(([^)#]+)/g)].map(([, to]) => posix.join(posix.dirname(file), to!)),
    )
    expect(targets.length).toBeGreaterThan(40)
    expect(targets.filter((target) => !files.includes(target))).toEqual([])
  })

  it('has every picture that it shows, and shows each; all are small', () => {
    const names = chapterFiles.flatMap(({ chapter }) =>
      blocksIn(chapter.blocks).flatMap((block) => (block.kind === 'picture' ? [block.name] : [])),
    )
    const pictures = files.filter((file) => file.startsWith('pictures/')).map((file) => file.slice('pictures/'.length))
    expect([...new Set(names)].toSorted()).toEqual(pictures.toSorted())
    const size_bytes = pictures.reduce((sum, name) => sum + statSync(join(folder, 'pictures', name)).size, 0)
    expect(size_bytes).toBeLessThan(1_500_000)
  })

  it('names only words that each brand fills in, and no brand itself', () => {
    const words = chapterFiles.flatMap((file) =>
      inlinesIn(file).flatMap((part) =>
        typeof part === 'string' ? [...part.matchAll(/\{(\w*)\}/g)].map(([, word]) => word!) : [],
      ),
    )
    expect(words.filter((word) => !knownWords.includes(word))).toEqual([])
    const names = [...Object.values(moduleNames), 'Leadloom', 'Acme', 'Plumbright', 'localhost', '/work', '/home']
    const brandNames = chapterFiles.flatMap(({ file, text }) => {
      // Names of buttons are what screens say.
      const plainText = text.replaceAll(/\*\*[^*]+\*\*/g, '')
      return names.filter((name) => plainText.includes(name)).map((name) => `${file}: ${name}`)
    })
    expect(brandNames).toEqual([])
  })
})

describe('a chapter', () => {
  it('is lines and their looks only: HTML, other levels of headings and links to elsewhere fail the build', () => {
    const [block] = chapterFrom('# Leads\n\nOpen **Visits**, `code` and [more](../client/visits.ar.md#why).').blocks
    expect(block).toEqual({
      kind: 'paragraph',
      text: [
        'Open ',
        { kind: 'strong', text: 'Visits' },
        ', ',
        { kind: 'code', text: 'code' },
        ' and ',
        { kind: 'link', chapter: 'visits', hash: 'why', text: ['more'] },
        '.',
      ],
    })
    const badTexts = [
      '<b>Leads</b>',
      'A <img src=x onerror=alert(1)> picture',
      '### Too deep',
      '[out](https://a.test)',
      '---',
    ]
    for (const text of badTexts) expect(() => chapterFrom(`# Leads\n\n${text}`)).toThrow(/chapter/)
    expect(() => chapterFrom('Leads')).toThrow('begins with its title')
  })

  it('is filled with a brand’s words in its texts, not in code or in names of buttons', () => {
    const chapter = chapterFrom('# {product}\n\n- `{siteid}` **{siteid}** {siteid}')
    const modules = { local: { name: 'Visitor Finder' } }
    const { title, blocks } = fillWords(chapter, { name: 'Acme', modules } as unknown as BootBrand)
    expect(title).toContain('Acme')
    expect(blocks.flatMap(linesOf)).toEqual([`{siteid} {siteid} \u2068Visitor Finder\u2069`])
  })
})

describe('each page', () => {
  const paths = [...pages.map(({ path }) => path), ...modulePages.map(({ path }) => `{module}/${path}`)]

  it('has a chapter that its people read, or is open to the operator’s own people alone', () => {
    expect(Object.keys(chapterOfPage).toSorted()).toEqual(paths.toSorted())
    const isOpenTo = (kind: UserKind, path: string): boolean => {
      const access = contextOf(kind)
      return opens(access, addressOf(access, path))
    }
    for (const [path, chapter] of Object.entries(chapterOfPage)) {
      const part = chapter === null ? undefined : partOf.get(chapter)
      const isOfOperator = !(['client', 'agencyOwner', 'administrator'] as const).some((kind) => isOpenTo(kind, path))
      expect([path, part === undefined || part === 'operator']).toEqual([path, isOfOperator])
      if (isOpenTo('client', path)) expect([path, part]).toEqual([path, 'client'])
    }
  })

  it('leads to its chapter by its address, below an agency’s own path of a module too', () => {
    const chapterOf = (address: string): string | undefined => chapterAt(address, ['visitors', 'searchid'])
    expect(chapterOf('/visitors/leads')).toBe('leads')
    expect(chapterOf('/visitors/leads/019a/person')).toBe('people')
    expect(chapterOf('/searchid/campaign-management/new')).toBe('campaigns')
    expect(chapterOf('/searchid/campaign-management/019a/keyword-counts')).toBe('searches')
    expect(chapterOf('/configuration/general-setting')).toBe('settings')
    expect(chapterOf('/configuration/general-setting?section=mail-server')).toBe('mail-server')
    expect(chapterOf('/configuration/opt-out-list')).toBe('privacy-duties')
    expect(chapterOf('/configuration/bursts')).toBe(undefined)
    expect(chapterOf('/nowhere')).toBe(undefined)
  })

  it('of the settings is a section that exists', () => {
    const keys = sectionGroups.flatMap(({ sections }) => sections.map(({ key }) => key))
    expect(Object.keys(chapterOfSection).filter((key) => !keys.includes(key))).toEqual([])
    expect(Object.values(chapterOfSection).filter((name) => !partOf.has(name))).toEqual([])
  })
})

describe('a search', () => {
  const firstFor = (language: 'en' | 'ar', text: string): string | undefined =>
    searchGuide(guideIn(language), text)[0]?.chapter

  it('finds the chapter about a thing first, by the beginning of a word', () => {
    expect(firstFor('en', 'pixel')).toBe('pixel')
    expect(firstFor('en', 'Pix')).toBe('pixel')
    expect(firstFor('en', 'webhook secret')).toBe('webhooks')
    expect(firstFor('en', 'xylophone')).toBe(undefined)
    expect(firstFor('en', '  ')).toBe(undefined)
  })

  it('finds Arabic words with and without the article, marks and the letters that people mix up', () => {
    expect(firstFor('ar', 'بكسل')).toBe('pixel')
    expect(firstFor('ar', 'البكسل')).toBe('pixel')
    expect(firstFor('ar', 'الزياره')).toBe('visits')
  })

  it('shows the line in which a word stands', () => {
    const [first] = searchGuide(guideIn('en'), 'webhook secret')
    expect(first!.line.toLowerCase()).toMatch(/webhook|secret/)
    expect(of('en').flatMap(({ chapter }) => chapter.blocks.flatMap(linesOf)).length).toBeGreaterThan(100)
  })
})
