import { describe, expect, test } from 'vitest'
import { isSensitivePage } from './sensitive-pages.ts'

describe('A page is sensitive', () => {
  test.each([
    ['health', 'https://clinic.example/services/cancer-screening'],
    ['health, in any case', 'https://clinic.example/HIV'],
    ['health, in the route of an app', 'https://clinic.example/#/ivf'],
    ['health, in a route behind a query', 'https://clinic.example/?utm_source=mail#/ivf'],
    ['religion', 'https://giving.example/churches/donate'],
    ['children', 'https://toys.example/kids_club'],
    ['sex life', 'https://shop.example/sex-toys/new?utm_source=mail'],
    ['money trouble', 'https://law.example/debt%20relief'],
    ['money trouble, by its host', 'https://bankruptcy.law.example/'],
    ['a precise place', 'https://maps.example/@41.8789,-87.6359,15z'],
    ['a host of the list', 'https://www.plannedparenthood.org/learn'],
  ])('if it is about %s', (_topic, url) => expect(isSensitivePage(url)).toBe(true))

  test.each([
    'https://plumbright.test/pricing',
    'https://shop.example/essex/rehabilitated-barns',
    'https://shop.example/churchill-chairs',
    'https://shop.example/?q=cancer',
    'https://shop.example/canteen/v1.25',
  ])('not if no word of it is on the list: %s', (url) => expect(isSensitivePage(url)).toBe(false))
})
