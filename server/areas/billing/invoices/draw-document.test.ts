import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { watchTurns } from '#server/test/watch-turns.ts'
import { drawDocument } from './draw-document.ts'

test('drawing a long invoice does not block the event loop', async () => {
  const lines = Array.from({ length: 500 }, (_, n) => ({
    text: `Leads · Spring visitors ${n} · Plumbright`,
    quantity: String(n),
    price: '$1.25',
    amount: '$12.50',
  }))
  const { made, turns } = await watchTurns(async () =>
    buffer(
      await drawDocument({
        title: 'Invoice',
        number: 'A-1',
        language: 'en',
        issuedAt: new Date(0),
        seller: { name: 'Acme', color: '#0f766e' },
        facts: [['To', 'Plumbright']],
        lines,
        sums: [['Total', '$6,250.00']],
        note: '',
      }),
    ),
  )
  expect(made.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true)
  expect(turns).toBeGreaterThan(30)
})
