import { describe, expect, it } from 'vitest'
import { generatePersons, hashesOfEmail } from './persons.ts'

const places = [
  { zip: '60601', city: 'Chicago', state: 'IL' },
  { zip: '02108', city: 'Boston', state: 'MA' },
]

describe('synthetic people', () => {
  it('are the same for the same seed, and different for another', () => {
    const first = [...generatePersons(7, { from: 0, upTo: 50 }, places)]
    expect([...generatePersons(7, { from: 0, upTo: 50 }, places)]).toEqual(first)
    expect([...generatePersons(7, { from: 0, upTo: 10 }, places)]).toEqual(first.slice(0, 10))
    expect([...generatePersons(8, { from: 0, upTo: 50 }, places)]).not.toEqual(first)
  })

  it('reach no real people: they have reserved email domains and fictitious numbers', () => {
    for (const person of generatePersons(1, { from: 0, upTo: 2_000 }, places)) {
      expect(person.email).toMatch(/@example\.(com|org|net)$/)
      expect(person.phoneE164 ?? '+12125550100').toMatch(/^\+1\d{3}55501\d{2}$/)
    }
  })

  it('have unique addresses', () => {
    const emails = [...generatePersons(1, { from: 0, upTo: 5_000 }, places)].map(({ email }) => email)
    expect(new Set(emails).size).toBe(emails.length)
  })

  it('sometimes lack a phone number or a home', () => {
    const people = [...generatePersons(1, { from: 0, upTo: 1_000 }, places)]
    expect(people.filter(({ phoneE164 }) => phoneE164 === null).length).toBeGreaterThan(50)
    expect(people.filter(({ zip }) => zip === null).length).toBeGreaterThan(20)
  })
})

describe('the hashes of an address', () => {
  it('are computed from its trimmed, lowercase form', () => {
    expect(hashesOfEmail(' Test@Example.com ')).toEqual(hashesOfEmail('test@example.com'))
    expect(hashesOfEmail('test@example.com').md5.toString('hex')).toBe('55502f40dc8b7c769880b10874abc9d0')
  })
})
