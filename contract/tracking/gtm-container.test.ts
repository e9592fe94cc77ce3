import { expect, test } from 'vitest'
import { gtmContainer } from './gtm-container.ts'
import { gtmSnippet } from './snippets.ts'

const source = { origin: 'https://leads.acme.example', key: 'KEY-1', waitsForConsent: true }

test('a container adds one tag, the pixel on all pages, and names no host but its own', () => {
  const container = gtmContainer(source, 'Plumbright') as {
    exportFormatVersion: number
    containerVersion: { tag: { parameter: { key: string; value: string }[]; firingTriggerId: string[] }[] }
  }
  expect(container.exportFormatVersion).toBe(2)
  const [tag, ...others] = container.containerVersion.tag
  expect(others).toEqual([])
  expect(tag!.parameter.find(({ key }) => key === 'html')!.value).toBe(gtmSnippet(source))
  expect(tag!.firingTriggerId).toEqual(['2147479553'])
  expect(JSON.stringify(container).match(/https?:\/\/[^/"\\]+/g)).toEqual(['https://leads.acme.example'])
})
