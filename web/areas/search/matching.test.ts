import { IconFile } from '@tabler/icons-react'
import { describe, expect, it } from 'vitest'
import { groupsNamed, stepTo, withRecent, type Hit } from './matching.ts'

const hit = (name: string, detail?: string, also?: string): Hit => ({
  key: `${name} ${detail}`,
  to: `/${name}`,
  name,
  detail,
  also,
  icon: IconFile,
})
const labels = (hits: readonly Hit[], text: string): string[] =>
  groupsNamed([{ title: 'Pages', hits }], text).flatMap((group) =>
    group.hits.map(({ name, detail }) => [name, detail].join(' ').trim()),
  )

describe('places by name', () => {
  const pages = [hit('Client Management'), hit('Leads', 'Site ID'), hit('Leads', 'Search ID'), hit('Réports')]

  it('are found by every word, including those of their module and their other names', () => {
    expect(labels(pages, 'leads sea')).toEqual(['Leads Search ID'])
    expect(labels(pages, 'manage clie')).toEqual(['Client Management'])
    expect(labels([hit('Card Setting', undefined, 'Billing Invoices')], 'invoice')).toEqual(['Card Setting'])
  })

  it('are found ignoring case, diacritics, direction marks and spellings of an Arabic letter', () => {
    expect(labels(pages, 'REPORTS')).toEqual(['Réports'])
    expect(labels([hit('\u2068Site ID\u2069 campaigns')], 'site id campaigns')).toHaveLength(1)
    expect(labels([hit('إدارة العملاء')], 'اداره العملاء')).toHaveLength(1)
  })

  it('come first by their whole name, then its beginning, then its words', () => {
    const names = ['New leads', 'Misleads', 'Leads', 'Leads of today']
    const hits = names.map((name) => hit(name))
    expect(labels(hits, 'leads')).toEqual(['Leads', 'Leads of today', 'New leads', 'Misleads'])
  })

  it('come in the order of each group’s best', () => {
    const groups = [
      { title: 'Pages', hits: [hit('Card Setting', undefined, 'Billing')] },
      { title: 'Settings', hits: [hit('Billing')] },
    ]
    expect(groupsNamed(groups, 'billing').map(({ title }) => title)).toEqual(['Settings', 'Pages'])
    expect(groupsNamed(groups, '').map(({ title }) => title)).toEqual(['Pages', 'Settings'])
  })
})

describe('misspelled words', () => {
  const pages = ['Reconciliation', 'Leads management', 'Leads', 'Inbox', 'API usage'].map((name) => hit(name))

  it.each([
    ['a missing letter', 'Reconcilation', 'Reconciliation'],
    ['a letter too many', 'Inbbox', 'Inbox'],
    ['a wrong letter', 'Leeds', 'Leads'],
    ['swapped letters', 'Ibnox', 'Inbox'],
    ['two mistakes in a long word', 'recnociliatoin', 'Reconciliation'],
    ['the beginning of a word', 'reconsil', 'Reconciliation'],
    ['a word beside a right one', 'api uasge', 'API usage'],
    ['a short word, compared as a whole', 'pai usage', 'API usage'],
  ])('are found with %s', (_what, text, name) => {
    expect(labels(pages, text)[0]).toBe(name)
  })

  it('match nothing too different, and no short words', () => {
    expect(labels(pages, 'Lemonade')).toEqual([])
    expect(labels(pages, 'axy')).toEqual([])
  })

  it('are not guessed if something matches as typed', () => {
    expect(labels([hit('Lead'), hit('Load')], 'load')).toEqual(['Load'])
  })
})

describe('recent choices', () => {
  it('are listed most recent first, without duplicates, five at most', () => {
    const six = ['a', 'b', 'c', 'd', 'e', 'b'].reduce<string[]>(withRecent, [])
    expect(six).toEqual(['b', 'e', 'd', 'c', 'a'])
    expect(withRecent(six, 'f')).toEqual(['f', 'b', 'e', 'd', 'c'])
  })
})

describe('arrow keys', () => {
  it('wrap around at both ends', () => {
    expect([stepTo(2, 1, 3), stepTo(0, -1, 3), stepTo(0, 1, 3)]).toEqual([0, 2, 1])
    expect(stepTo(0, 1, 0)).toBe(-1)
  })
})
