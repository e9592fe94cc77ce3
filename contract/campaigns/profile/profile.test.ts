import { describe, expect, it } from 'vitest'
import { departments, industries, seniorities } from './kinds.ts'
import { departmentOf, industryOf, seniorityOf, sizeOf, stateOf } from './read-kinds.ts'
import { isTitle, expandTitle } from './titles.ts'

describe('job titles', () => {
  it.each([
    ['CEO', 'Chief Executive Officer'],
    ['C.E.O.', 'chief executive officer'],
    ['VP Marketing', 'Vice President of Marketing'],
    ['vice president, marketing', 'Sr. VP, Mktg'],
    ['HR Manager', 'Human Resources Mgr'],
    ['Marketing Manager', 'Senior Marketing Manager'],
    ['Founder', 'Founder & CEO'],
    ['Attorney', 'Lawyer'],
  ])('%s finds %s', (wanted, title) => {
    expect(isTitle(title, wanted)).toBe(true)
  })

  it.each([
    ['President', 'Vice President of Sales'],
    ['CMO', 'Chief Executive Officer'],
    ['VP Marketing', 'Vice President of Sales'],
    ['Marketing Manager', 'Marketing Assistant'],
    ['', 'Anything'],
    ['of the', 'Head of the House'],
  ])('%s does not find %s', (wanted, title) => {
    expect(isTitle(title, wanted)).toBe(false)
  })

  it('are normalized by expanding abbreviations', () => {
    expect(expandTitle('EVP & GM, Ops')).toBe('executive vicepresident general manager operations')
  })
})

describe('identity data', () => {
  it('for an industry is read by code, otherwise by name', () => {
    expect(industryOf('511210', '')).toBe('information')
    expect(industryOf('33', 'Retail')).toBe('manufacturing')
    expect(industryOf('', 'software AND media')).toBe('information')
    expect(industryOf('', 'real_estate')).toBe('real_estate')
    expect(industryOf('99', 'Alchemy')).toBeNull()
  })

  it.each([
    ['1-10', '1-10'],
    ['11 to 50 employees', '11-50'],
    ['5,001+', '5001+'],
    ['750', '501-1000'],
    ['1001-5000', '1001-5000'],
    ['0', null],
    ['many', null],
    ['9'.repeat(100), '5001+'],
  ])('for a size is read: %s', (text, size) => {
    expect(sizeOf(text)).toBe(size)
  })

  it.each([
    ['', 'CEO', 'executive'],
    ['', 'Owner and President', 'owner'],
    ['', 'Vice President of Sales', 'vice_president'],
    ['', 'Head of Growth', 'director'],
    ['C-Level', 'Assistant', 'executive'],
    ['director', '', 'director'],
    ['', 'Gardener', null],
  ])('for seniority is read as given, otherwise from the title: %s %s', (said, title, seniority) => {
    expect(seniorityOf(said, title)).toBe(seniority)
  })

  it.each([
    ['', 'CMO', 'marketing'],
    ['Human Resources', 'Director', 'people'],
    ['', 'HR Manager', 'people'],
    ['', 'Software Developer', 'engineering'],
    ['Sales', 'Marketing Manager', 'sales'],
    ['', 'Gardener', null],
  ])('for a department is read as given, otherwise from the title: %s %s', (said, title, department) => {
    expect(departmentOf(said, title)).toBe(department)
  })

  it('for a headquarters is its state', () => {
    expect(['Austin, TX', 'TX', 'Austin, TX 78701', 'Munich, Germany', ''].map(stateOf)).toEqual([
      'TX',
      'TX',
      'TX',
      null,
      null,
    ])
  })

  it('recognizes every industry, seniority and department by name', () => {
    for (const { id, name } of industries) expect(industryOf('', name)).toBe(id)
    for (const { id, name } of seniorities) expect(seniorityOf(name, '')).toBe(id)
    for (const { id, name } of departments) expect(departmentOf(name, '')).toBe(id)
  })
})
