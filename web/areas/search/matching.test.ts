import { IconFile } from '@tabler/icons-react'
import { describe, expect, it } from 'vitest'
import { pagesNamed, stepTo, withRecent, type Hit } from './matching.ts'

const hit = (name: string, detail?: string): Hit => ({ key: name, to: `/${name}`, name, detail, icon: IconFile })

describe('pages by name', () => {
  const pages = [hit('Client Management'), hit('Leads', 'Site ID'), hit('Leads', 'Search ID'), hit('Réports')]
  const names = (typed: string): string[] =>
    pagesNamed(pages, typed).map(({ name, detail }) => [name, detail].join(' '))

  it('are found by every word, also of the module that they lie in', () => {
    expect(names('leads sea')).toEqual(['Leads Search ID'])
    expect(names('manage clie')).toEqual(['Client Management '])
  })

  it('are found without capitals and marks', () => {
    expect(names('REPORTS')).toEqual(['Réports '])
  })

  it('stand first where their name begins with what was typed', () => {
    expect(pagesNamed([hit('All campaigns'), hit('Campaigns')], 'camp').map(({ name }) => name)).toEqual([
      'Campaigns',
      'All campaigns',
    ])
  })
})

describe('what was opened last', () => {
  it('stands first and once, five at most', () => {
    const six = ['a', 'b', 'c', 'd', 'e', 'b'].reduce<Hit[]>((recent, name) => withRecent(recent, hit(name)), [])
    expect(six.map(({ name }) => name)).toEqual(['b', 'e', 'd', 'c', 'a'])
    expect(withRecent(six, hit('f')).map(({ name }) => name)).toEqual(['f', 'b', 'e', 'd', 'c'])
  })
})

describe('arrow keys', () => {
  it('go around both ends', () => {
    expect([stepTo(2, 1, 3), stepTo(0, -1, 3), stepTo(0, 1, 3)]).toEqual([0, 2, 1])
    expect(stepTo(0, 1, 0)).toBe(-1)
  })
})
