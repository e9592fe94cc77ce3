import { describe, expect, it } from 'vitest'
import { createCompanyOf } from './company-ranges.ts'

const companyOf = createCompanyOf([
  { range: '198.51.100.0/24', domain: 'wide.example' },
  { range: '198.51.100.128/25', domain: 'narrow.example' },
  { range: '203.0.113.7/32', domain: 'single.example' },
  { range: '2001:db8:1::/48', domain: 'six.example' },
])

describe('the company of an IP address', () => {
  it.each([
    ['198.51.100.1', 'wide.example'],
    ['198.51.100.127', 'wide.example'],
    ['198.51.100.128', 'narrow.example'],
    ['198.51.100.255', 'narrow.example'],
    ['203.0.113.7', 'single.example'],
    ['2001:db8:1:ffff::9', 'six.example'],
  ])('for %s is that of the narrowest range around it: %s', (address, domain) => {
    expect(companyOf(address)).toBe(domain)
  })

  it.each(['198.51.99.255', '198.51.101.0', '203.0.113.8', '2001:db8:2::1', '127.0.0.1', '', 'x', '999.1.1.1'])(
    'is unknown for %s',
    (address) => {
      expect(companyOf(address)).toBeUndefined()
    },
  )
})
