import { expect, test } from 'vitest'
import { offlinePage } from './offline-page.ts'

const words = {
  lang: 'ar',
  dir: 'rtl',
  brand: 'Acme',
  color: '#0f766e',
  title: 'You are offline',
  words: 'Check your connection.',
  retry: 'Retry',
}

test('the offline page is the host’s own, in the user’s language', () => {
  const page = offlinePage(words)
  expect(page).toContain('<html lang="ar" dir="rtl">')
  expect(page).toContain('<title>You are offline · Acme</title>')
  expect(page).toContain('4px solid #0f766e')
  expect(page).not.toContain('<script')
})

test('names and colors are escaped', () => {
  const page = offlinePage({ ...words, brand: '<img src=x>"', color: 'red;} body{display:none' })
  expect(page).toContain('&lt;img src=x&gt;&quot;')
  expect(page).not.toContain('<img')
  expect(page).not.toContain('display:none')
})
