import { IconFile } from '@tabler/icons-react'
import { describe, expect, it } from 'vitest'
import { pagesNamed, stepTo, withRecent, type Hit } from './matching.ts'

const hit = (name: string, detail?: string): Hit => ({ key: name, to: `/${name}`, name, detail, icon: IconFile })

describe('pages by name', () => {
  const pages = [hit('Client Management'), hit('Leads', 'Site ID'), hit('Leads', 'Search ID'), hit('Réports')]
  const names = (text: string): string[] => pagesNamed(pages, text).map(({ name, detail }) => [name, detail].join(' '))

  it('are found by every word, including those of their module', () => {
    expect(names('leads sea')).toEqual(['Leads Search ID'])
    expect(names('manage clie')).toEqual(['Client Management '])
  })

  it('are found ignoring case and diacritics', () => {
    expect(names('REPORTS')).toEqual(['Réports '])
  })

  it('come first if their name starts with the search text', () => {
    expect(pagesNamed([hit('All campaigns'), hit('Campaigns')], 'camp').map(({ name }) => name)).toEqual([
      'Campaigns',
      'All campaigns',
    ])
  })
})

describe('recently opened items', () => {
  it('are listed most recent first, without duplicates, five at most', () => {
    const six = ['a', 'b', 'c', 'd', 'e', 'b'].reduce<Hit[]>((recent, name) => withRecent(recent, hit(name)), [])
    expect(six.map(({ name }) => name)).toEqual(['b', 'e', 'd', 'c', 'a'])
    expect(withRecent(six, hit('f')).map(({ name }) => name)).toEqual(['f', 'b', 'e', 'd', 'c'])
  })
})

describe('arrow keys', () => {
  it('wrap around at both ends', () => {
    expect([stepTo(2, 1, 3), stepTo(0, -1, 3), stepTo(0, 1, 3)]).toEqual([0, 2, 1])
    expect(stepTo(0, 1, 0)).toBe(-1)
  })
})
