import { expect, test } from 'vitest'
import { arabic } from '#i18n/arabic.ts'
import { describeDeveloperApi } from '../describe-api.ts'

/** Every summary and description of the document; for responses only of successful ones, since errors are codes. */
function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn)
  if (node === null || typeof node !== 'object') return []
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'responses') return Object.entries(value as object).flatMap(ofAnswer)
    return (key === 'summary' || key === 'description') && typeof value === 'string' ? [value] : textsIn(value)
  })
}

const ofAnswer = ([status, answer]: [string, { content?: object }]): string[] =>
  status.startsWith('2') ? textsIn(answer.content) : []

test('every text on operations, fields and events in the document has an Arabic translation', () => {
  const { paths, webhooks } = describeDeveloperApi('Acme', 'https://app.example.com')
  const texts = [...new Set([...textsIn(paths), ...textsIn(webhooks)])]
  expect(texts.length).toBeGreaterThan(60)
  expect(texts.filter((text) => !(text in arabic))).toEqual([])
})
