import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { watchTurns } from '#server/test/watch-turns.ts'
import type { Parties } from '../papers/read-parties.ts'
import { drawDocument } from './draw-document.ts'

const parties: Parties = {
  language: 'en',
  zone: 'UTC',
  look: { companyId: '', name: 'Acme', color: '#0f766e', logo_svg: null },
  size: 'LETTER',
  payer: { name: 'Plumbright', address: [], email: '' },
  seller: { name: 'Acme', address: [], email: '' },
  modules: {},
}

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
        issuedAt: new Date(0),
        parties,
        seller: { name: 'Acme', taxNumber: '' },
        payer: { name: 'Plumbright', taxNumber: '' },
        facts: [['Issued', 'November 1, 2026']],
        lines,
        sums: [['Total', '$6,250.00']],
        notes: [],
      }),
    ),
  )
  expect(made.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true)
  expect(turns).toBeGreaterThan(30)
})
